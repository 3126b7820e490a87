import type { SurfaceMemory } from "../surface-memory.ts";
import { movedTo } from "./telegram-fault.ts";

/** Groups that go on under another number: Telegram makes a supergroup of one that grows. */
export interface MovedChats {
  /** Under which number a chat is reached now. */
  reach(chat: string): Promise<string>;
  /** Keeps what Telegram said of a chat that it refused; false where it said nothing of the kind. */
  learn(chat: string, error: unknown): Promise<boolean>;
}

/** Nothing is lost when a move is forgotten after a while: Telegram tells it again. */
export function createMovedChats(memory: SurfaceMemory): MovedChats {
  return {
    async reach(chat) {
      if (!canMove(chat)) return chat;
      return (await memory.get(keyOf(chat))) ?? chat;
    },
    async learn(chat, error) {
      const to = movedTo(error);
      if (to === undefined || to === chat) return false;
      await memory.set(keyOf(chat), to);
      return true;
    },
  };
}

/** Only what is no supergroup can become one. */
function canMove(chat: string): boolean {
  return chat.startsWith("-") && !chat.startsWith("-100");
}

function keyOf(chat: string): string {
  return `moved:${chat}`;
}

import type { ChannelState } from "../kit/channel-state.ts";
import { movedTo } from "./telegram-fault.ts";

/** Groups that go on under another number: Telegram makes a supergroup of one that grows. */
export interface MovedChats {
  /** Under which number a chat is reached now. */
  reach(chat: string): Promise<string>;
  /** Keeps what Telegram said of a chat that it refused; false where it said nothing of the kind. */
  learn(chat: string, error: unknown): Promise<boolean>;
  /** Keeps that a chat goes on under another number. */
  note(chat: string, to: string): Promise<void>;
  /** Keeps what is known of these chats for another 30 days. */
  save(chats: readonly string[]): Promise<void>;
}

/** Nothing that was to be said is lost when a move is forgotten after a while: Telegram tells it again. */
export function createMovedChats(memory: ChannelState): MovedChats {
  const note = (chat: string, to: string) => memory.set(keyOf(chat), to);
  return {
    note,
    async reach(chat) {
      if (!canMove(chat)) return chat;
      return (await memory.get(keyOf(chat))) ?? chat;
    },
    async learn(chat, error) {
      const to = movedTo(error);
      if (to === undefined || to === chat) return false;
      await note(chat, to);
      return true;
    },
    async save(chats) {
      const known = await Promise.all(
        chats.filter(canMove).map(async (chat) => ({ chat, to: await memory.get(keyOf(chat)) })),
      );
      for (const { chat, to } of known) if (to !== undefined) await note(chat, to);
    },
  };
}

/** Ids of supergroups and channels are below this number; ids of basic groups are above it. */
const FIRST_SUPERGROUP = -1_000_000_000_000;

/** Only basic groups become supergroups. */
function canMove(chat: string): boolean {
  const id = Number(chat);
  return id < 0 && id > FIRST_SUPERGROUP;
}

function keyOf(chat: string): string {
  return `moved:${chat}`;
}

import type { ChatId, TurnId } from "../kernel/ids.ts";
import type { Fact } from "../kernel/chat-event.ts";

/** The facts of chats, numbered without a gap. */
export interface EventStore {
  add(chat: ChatId, facts: readonly Fact[]): Promise<void>;
  since(chat: ChatId, seq: number, limit: number): Promise<readonly Fact[]>;
  ofTurn(turn: TurnId): Promise<readonly Fact[]>;
}

import type { ChatId, TurnId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";

/** The facts of chats, numbered without a gap. */
export interface EventStore {
  add(chat: ChatId, facts: readonly ChatEvent[]): Promise<void>;
  since(chat: ChatId, seq: number, limit: number): Promise<readonly ChatEvent[]>;
  ofTurn(turn: TurnId): Promise<readonly ChatEvent[]>;
}

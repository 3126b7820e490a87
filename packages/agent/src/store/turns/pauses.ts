import type { PersonId, ChatId } from "../../kernel/ids.ts";

/** The reason with which a message is noted that arrives during a pause. */
export const PAUSED = "paused";

/** Order to answer nothing for a while. */
export interface Pause {
  /** Null: in all chats of the tenant. */
  readonly chat: ChatId | null;
  readonly by: PersonId;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Pauses of the agent and of chats. */
export interface PauseStore {
  /** Checks whether messages to a chat are only noted: the chat or the agent is paused. */
  isPaused(tenant: string, chat: ChatId): Promise<boolean>;
  list(tenant: string): Promise<readonly Pause[]>;
  /** False when it is paused already. */
  add(tenant: string, pause: Pause): Promise<boolean>;
  /** False when it is not paused. */
  remove(tenant: string, chat: ChatId | null): Promise<boolean>;
}

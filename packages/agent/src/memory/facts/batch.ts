import type { PersonId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Integrity } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";
import type { Chat } from "../../store/chats.ts";

/** What was said in some turns of a chat, to learn from. */
export interface Batch {
  readonly chat: Chat;
  /** Oldest first. */
  readonly lines: readonly Line[];
}

export type Line = SaidLine | AnsweredLine;

/** What a person said. */
export interface SaidLine {
  readonly type: "said";
  /** The platform's id of the message. */
  readonly messageId: string;
  readonly edit: number;
  readonly author: PersonId;
  readonly name: string;
  readonly role: Role;
  readonly integrity: Integrity;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly turn: TurnId;
  readonly session: SessionId;
}

/** What the agent answered. It helps to understand what people said and proves nothing. */
export interface AnsweredLine {
  readonly type: "answered";
  readonly text: string;
}

/** Only what people said can be evidence. */
export function saidIn({ lines }: Batch): readonly SaidLine[] {
  return lines.filter((line) => line.type === "said");
}

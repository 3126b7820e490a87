import type { PersonId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Integrity } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";
import type { Chat } from "../../store/messages/chats.ts";

/** Messages from some turns of a chat, to extract facts from. */
export interface Batch {
  readonly chat: Chat;
  /** Oldest first. */
  readonly lines: readonly Line[];
}

export type Line = SaidLine | AnsweredLine;

/** Message that a person wrote. */
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

/** Reply of the agent. It helps to understand messages and proves nothing. */
export interface AnsweredLine {
  readonly type: "answered";
  readonly text: string;
}

/** Returns the lines that people wrote: only they can be evidence. */
export function saidIn({ lines }: Batch): readonly SaidLine[] {
  return lines.filter((line) => line.type === "said");
}

import type { Media, AutomatedInput } from "../../kernel/envelope.ts";
import type { ImageRef } from "../../kernel/images/image.ts";
import type {
  ApprovalId,
  AttachmentId,
  InboxId,
  PersonId,
  ChatId,
  PlanId,
  TurnId,
} from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";

/** Every message that was ever accepted, and what became of it. */
export interface InboxRow {
  readonly id: InboxId;
  readonly chat: ChatId;
  readonly messageId: string;
  readonly edit: number;
  readonly author: PersonId;
  readonly body: InboxBody;
  readonly label: Label;
  readonly state: InboxState;
  readonly turn: TurnId | null;
  readonly reason: string | null;
  /** Its text is already in the transcript, in a turn that was interrupted. */
  readonly isShown: boolean;
  readonly receivedAt: number;
  /** Came too fast, or what it carries could not be read, and is answered from then on. */
  readonly dueAt?: number | undefined;
  /** Came too fast, and is refused for that: the limit in words. */
  readonly over?: string | undefined;
  /** The message that all this began with: its own id, or that of the one that led to a decision. */
  readonly trace: string;
}

export type InboxBody =
  | {
      readonly kind: "message";
      readonly text: string;
      readonly name: string;
      readonly role: Role;
      readonly sentAt: number;
      readonly replyTo?: string | undefined;
      /** The question that is corrected by what is spoken in it. */
      readonly corrects?: string | undefined;
      /** The sender's id on the channel. */
      readonly sender?: string | undefined;
      readonly username?: string | undefined;
      readonly title?: string | undefined;
      readonly media?: readonly StoredMedia[] | undefined;
      /** Number of attempts to read its attachments that did not finish. */
      readonly looks?: number | undefined;
      /** Number of attempts that finished without a result. */
      readonly vain?: number | undefined;
      /** Author of a forwarded message. */
      readonly forwardedFrom?: string | undefined;
      readonly quote?: { readonly name: string; readonly text: string } | undefined;
      /** Milliseconds since the chat's previous message, in or out. */
      readonly sinceMs?: number | undefined;
      /** Rate limit that it exceeded, as shown to its sender. */
      readonly overTold?: string | undefined;
      /** Set if no person typed it. */
      readonly scheduled?: AutomatedInput | undefined;
    }
  | {
      readonly kind: "decision";
      readonly approval: string;
      readonly verdict: "allow" | "deny" | "respond" | "revise";
      readonly name: string;
      readonly role: Role;
      readonly reason?: string | undefined;
      /** The question that was answered, if it was about several calls. */
      readonly batch?: ApprovalId | undefined;
      /** Plan step that sent it. */
      readonly planStep?: PlanStepRef | undefined;
    }
  | ({
      readonly kind: "plan-step";
      /** Instructions to carry out. */
      readonly text: string;
      readonly name: string;
      /** Role of the person who requested the plan, as of when the step was queued. */
      readonly role: Role;
    } & PlanStepRef);

/** One beginning of a step of a plan. */
export interface PlanStepRef {
  readonly plan: PlanId;
  /** The number of the step, from 0. */
  readonly step: number;
  /** Rises with each start. */
  readonly attempt: number;
}

/** Attachment of a stored message; its image is stored separately. */
export type StoredMedia = Pick<Media, "kind" | "id" | "file"> & {
  readonly image?: ImageRef | undefined;
  /** Result of reading the attachment; absent before, and if there is nothing to read. */
  readonly look?: AttachmentText | undefined;
};

/** Text of an attachment. */
export type AttachmentText =
  /** Its sender's own words, which are the message's text now. */
  | { readonly as: "said"; readonly text: string }
  /** The model sees it as an image. */
  | { readonly as: "shown" }
  /** Text that no person here is responsible for. */
  | {
      readonly as: "told";
      readonly text: string;
      readonly attachment?: AttachmentId | undefined;
    }
  /** Reason why it could not be read, as a sentence for the model, and for people if theirs differs. */
  | { readonly as: "unread"; readonly text: string; readonly told?: string | undefined };

/** `queued` and `taken` are on their way; the others are final. */
export type InboxState = "queued" | "taken" | TerminalState;

/** Final states of a message; they never change. */
export const TERMINAL_STATES = [
  "answered",
  "folded",
  "noted",
  "ignored",
  "refused",
  "failed",
  "withdrawn",
] as const;

export type TerminalState = (typeof TERMINAL_STATES)[number];

export type NewInboxRow = Omit<InboxRow, "turn" | "isShown" | "trace"> &
  Partial<Pick<InboxRow, "trace">> & {
    /** The moment for which it counts towards rates; absent where it does not. */
    readonly countedAt?: number | undefined;
  };

/** Everything that arrived, each to end in exactly one terminal state. */
export interface InboxStore {
  /** False when (chat, message id, edit) is there already. */
  add(row: NewInboxRow): Promise<boolean>;
  byId(id: InboxId): Promise<InboxRow | undefined>;
  byMessage(chat: ChatId, messageId: string, edit: number): Promise<InboxRow | undefined>;
  /** The version of a message before this edit. */
  versionBefore(
    chat: ChatId,
    message: { readonly id: string; readonly edit: number },
  ): Promise<InboxRow | undefined>;
  /** Rows whose id or platform message id is `text`, newest first. */
  find(text: string): Promise<readonly InboxRow[]>;
  newest(): Promise<InboxRow | undefined>;
  /** Returns messages waiting in a chat, oldest first; with `dueBy`, without postponed ones. */
  queued(chat: ChatId, dueBy?: number): Promise<readonly InboxRow[]>;
  /** Returns waiting and running messages that a person wrote in shared chats of a channel, oldest first. */
  openInGroups(author: PersonId, channel: string): Promise<readonly InboxRow[]>;
  ofTurn(turn: TurnId): Promise<readonly InboxRow[]>;
  /** Stores what became known of a message. */
  setBody(id: InboxId, body: InboxBody): Promise<void>;
  /** Delays a message until `dueAt`, in Unix milliseconds; other messages of the chat go on. */
  postpone(id: InboxId, dueAt: number): Promise<void>;
  take(ids: readonly InboxId[], turn: TurnId): Promise<void>;
  /** Puts a turn's messages back into the queue, as already shown to the model. */
  requeue(turn: TurnId): Promise<void>;
  /** The transcript that showed what waits in a chat is over: it counts as never shown. */
  forgetShown(chat: ChatId): Promise<void>;
  end(ids: readonly InboxId[], state: TerminalState, reason: string | null): Promise<void>;
  /** Earlier versions of a message that still wait. */
  withdrawEarlier(chat: ChatId, message: { id: string; edit: number }): Promise<number>;
  /** Returns messages noted in a chat for this reason, oldest first. */
  notedAs(chat: ChatId, reason: string): Promise<readonly InboxRow[]>;
  /**
   * Puts the newest message that a stranger wrote in a direct chat into the queue, with the role that they
   * have now. Returns false if there is none, or if it is a command.
   */
  admitStranger(chat: ChatId, role: Role): Promise<boolean>;
  /** Gives what was noted in a chat another reason; one of it may join the queue instead. */
  release(
    chat: ChatId,
    change: { from: string; to: string; queue: InboxId | undefined },
  ): Promise<void>;
  /** Checks whether a person has written in a chat. */
  hasWritten(chat: ChatId, author: PersonId): Promise<boolean>;
  /** Returns the number of rows in each state. */
  count(): Promise<Readonly<Partial<Record<InboxState, number>>>>;
}

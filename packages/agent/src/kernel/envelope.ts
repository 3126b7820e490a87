import type { PersonId } from "./ids.ts";
import type { Label } from "./label.ts";
import type { TokenScope } from "./token-scope.ts";

/** Address of a chat, in the channel's own ids. */
export interface Address {
  readonly channel: string;
  /** A topic of a chat is named behind a slash: `1001/5`. */
  readonly externalId: string;
  readonly kind: "direct" | "group" | "channel";
}

/** File of a message that stays with its channel until it is read. */
export interface FileRef {
  /** The channel's own name for it, good for a later fetch by `Channel.files`. */
  readonly ref: string;
  /** Name that its sender gave it. */
  readonly name?: string | undefined;
  /** Type as claimed by the sender's client. */
  readonly mediaType?: string | undefined;
  /** Size in bytes, if known before fetching. */
  readonly bytes?: number | undefined;
  /** Duration in seconds. */
  readonly seconds?: number | undefined;
}

/** Attachment of a message that comes with the text or instead of it. */
export interface Media {
  /** Kind in one word: photo, voice, document, sticker … */
  readonly kind: string;
  /** The platform's id of the message of an album that it came in; without it, the envelope's own. */
  readonly id?: string | undefined;
  /** The file behind it, which a turn looks into before it answers. */
  readonly file?: FileRef | undefined;
  /** Line that describes shared content without a file: "[location 52.5, 13.4]". It counts as message text. */
  readonly text?: string | undefined;
  /** Image data that the channel has fetched: base64, without a prefix. */
  readonly image?: string | undefined;
}

/** Result of another job that this one waited for. */
export interface ParentResult {
  readonly job: string;
  readonly state: string;
  readonly text: string;
  readonly label: Label;
}

/** Marks a message that no person typed: a job is due, or a program called. */
export interface AutomatedInput {
  readonly job: string;
  /** Instant of the job, in Unix milliseconds. */
  readonly instant: number;
  /** The hook that a program called; then `job` is its name, and `instant` the time of the call. */
  readonly hook?: string | undefined;
  /** Label of the call that created the job, or of the data sent. The message is not trusted more than that. */
  readonly label: Label;
  /** It was missed, and is made up for. */
  readonly isLate?: boolean | undefined;
  /** The one call that is made without thinking. */
  readonly call?:
    | { readonly name: string; readonly params: Readonly<Record<string, unknown>> }
    | undefined;
  readonly results?: readonly ParentResult[] | undefined;
  /** An answer of this word alone is not delivered. */
  readonly silentWord?: string | undefined;
}

/** An incoming message, free of any platform's types. */
export interface Envelope {
  /** The platform's id of the message, unique within its chat. */
  readonly id: string;
  /** Rises with each edit of the message; 0 for the original. */
  readonly edit: number;
  readonly address: Address;
  /** Scopes of the token with which it was sent; absent: whatever the sender may do. */
  readonly scopes?: readonly TokenScope[] | undefined;
  readonly sender: {
    readonly id: string;
    readonly name: string;
    /** Without an @. */
    readonly username?: string | undefined;
    /** Person proved by the channel itself; then neither id nor name identifies the sender. */
    readonly person?: PersonId | undefined;
    /** Language of the sender's client, as BCP 47. */
    readonly language?: string | undefined;
    /** A program, as the channel knows. */
    readonly isBot?: true | undefined;
  };
  /** Title of the group. */
  readonly title?: string | undefined;
  readonly text: string;
  readonly media?: readonly Media[] | undefined;
  /** The message that this one replies to, as far as its text is known. */
  readonly quote?: { readonly name: string; readonly text: string } | undefined;
  /** Author of a forwarded message, as far as known. */
  readonly forwardedFrom?: string | undefined;
  /** Unix milliseconds. */
  readonly sentAt: number;
  readonly replyTo?: string | undefined;
  /** The open question that its sender was going to change in words: what is spoken in it is them. */
  readonly corrects?: string | undefined;
  /** Message in a group that is not addressed to the agent: it is noted as context, and not answered. */
  readonly isOverheard?: true | undefined;
  /** The agent's own account wrote it, as the channel has proved; it is not answered. */
  readonly isOwn?: true | undefined;
  /** Only where the agent itself is the sender, on behalf of the person who made a job. */
  readonly scheduled?: AutomatedInput | undefined;
}

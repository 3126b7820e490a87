import type { Address } from "../../kernel/envelope.ts";
import type { ChatId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Integrity, Source } from "../../kernel/label.ts";
import type { FilePart } from "../../kernel/reply.ts";
import type { InboxState } from "./inbox.ts";

/** A file that the agent sent. */
export interface SentFile extends Pick<FilePart, "name" | "mediaType" | "path"> {}

/** A message of a chat as people saw it, in or out. */
export interface HistoryMessage {
  readonly chat: ChatId;
  readonly messageId: string;
  readonly edit: number;
  readonly direction: "in" | "out";
  readonly author: string;
  readonly text: string;
  readonly at: number;
  readonly turn: TurnId | null;
  /** Integrity, if it is lower than its author's. */
  readonly integrity?: Integrity | undefined;
  /** False for commands, their answers and notices, which neither searches nor models see. */
  readonly isSearched?: boolean | undefined;
  readonly files?: readonly SentFile[] | undefined;
}

/** A message of a chat that a session's transcript does not hold. */
export interface UnseenMessage {
  /** Number of the message in the history. */
  readonly order: number;
  readonly direction: "in" | "out";
  /** Name of the author; empty for the agent. */
  readonly name: string;
  readonly text: string;
  readonly at: number;
  readonly integrity: Integrity;
  /** Sources that shaped it, if its author is not the only one. */
  readonly sources?: readonly Source[] | undefined;
}

/** A message of a chat with what became of it. */
export interface FeedEntry extends Omit<
  HistoryMessage,
  "chat" | "integrity" | "isSearched" | "files"
> {
  /** Number of the message in the history. */
  readonly order: number;
  /** Name of the author; null for the agent. */
  readonly name: string | null;
  /** Inbox state of an incoming message; null if it was never in the queue. */
  readonly state: InboxState | null;
  readonly reason: string | null;
  readonly files: readonly SentFile[];
}

/** A chat's newest message. */
export interface LatestMessage
  extends
    Pick<FeedEntry, "order" | "text" | "at" | "direction">,
    Pick<Address, "channel" | "externalId" | "kind"> {
  /** The chat's session; null before the first. */
  readonly session: SessionId | null;
}

/** The turns that a prompt shows. */
export interface Transcript {
  readonly session: SessionId;
  /** Turns of other sessions that the transcript holds as well. */
  readonly carried: readonly TurnId[];
}

export interface UnseenQuery extends Transcript {
  /** Number of the chat's newest messages to consider. */
  readonly among: number;
  /** Also those that are older than all of the transcript. */
  readonly goesBack: boolean;
  /** Number of a message up to which the transcript holds all of them since it began: `heldThrough` of an earlier answer. */
  readonly after?: number | undefined;
}

export interface UnseenMessages {
  /** Oldest first, in their last edited versions. */
  readonly messages: readonly UnseenMessage[];
  /**
   * Number of a message up to which the transcript holds all of them since it began. Undefined if that is not known,
   * or if messages with lower numbers may still be stored because other processes write, too.
   */
  readonly heldThrough: number | undefined;
}

/** History of all messages of each chat, from everyone. */
export interface MessageStore {
  /**
   * Makes the oldest messages searchable that are not yet, at most so many, in the caller's transaction; true
   * while there may be more. Default: all.
   */
  index(limit?: number): Promise<boolean>;
  /** Checks whether all messages are searchable but, if it is given, those of a session. */
  isIndexed(session?: SessionId): Promise<boolean>;
  /**
   * Adds a message once per (chat, direction, message id, edit); false if it exists. Searches find it at
   * once, and no longer its text before the edit; facts that rest on that text alone are retracted.
   */
  add(message: HistoryMessage): Promise<boolean>;
  /**
   * Sets the text of an incoming message to the one read from its files. If it is not its author's own
   * text, `integrity` says how far it is trusted. Does nothing if the message is gone.
   */
  retell(
    message: Pick<HistoryMessage, "chat" | "messageId" | "edit">,
    told: Pick<HistoryMessage, "text" | "integrity">,
  ): Promise<void>;
  /**
   * Removes a message with all its edits, also from the search index; false if there is none. Facts that
   * rest on it alone are retracted.
   */
  remove(chat: ChatId, messageId: string): Promise<boolean>;
  /** Checks whether a message still has the text of this edit: not edited since, nor deleted. */
  isCurrent(chat: ChatId, message: Pick<HistoryMessage, "messageId" | "edit">): Promise<boolean>;
  /** Returns the time of the chat's last message; undefined if there is none. */
  lastAt(chat: ChatId): Promise<number | undefined>;
  /** Messages of a chat before one of them, or the newest; newest first. With `search`, those that contain it. */
  page(
    chat: ChatId,
    page: {
      readonly before?: number | undefined;
      readonly limit: number;
      readonly search?: string | undefined;
    },
  ): Promise<readonly FeedEntry[]>;
  /** Returns the files of a message, by its number. */
  filesOf(order: number): Promise<readonly SentFile[]>;
  /** Chats with their newest messages, the newest before `before` first; `uid` limits them to one person's direct chats. */
  latest(query: {
    readonly tenant: string;
    readonly uid?: string | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<readonly LatestMessage[]>;
  /** Returns a message of a chat, in or out, in its last edited version; undefined if it is no longer stored. */
  said(chat: ChatId, messageId: string): Promise<Pick<FeedEntry, "name" | "text"> | undefined>;
  /** The newest messages of a chat, oldest first. */
  newest(chat: ChatId, limit: number): Promise<readonly HistoryMessage[]>;
  /**
   * Returns those of a chat's newest messages that are in no turn of the session and do not wait for one.
   */
  unseen(chat: ChatId, query: UnseenQuery): Promise<UnseenMessages>;
  /** Returns the message numbers, of those given, that the transcript contains or that wait to join it. */
  shown(orders: readonly number[], transcript: Transcript): Promise<ReadonlySet<number>>;
}

import type { FactId, PersonId, ChatId, SessionId, TurnId } from "../kernel/ids.ts";
import type { Passage } from "./search/passages.ts";

/** Owner of the memory to erase: chats of these principals, and data that belongs to them. */
export interface ErasureScope {
  readonly tenant: string;
  readonly audiences: readonly string[];
}

/** Message of a chat, by its number in the message history. */
export interface ErasableMessage {
  readonly order: number;
  readonly chat: ChatId;
  readonly messageId: string;
  readonly direction: "in" | "out";
  readonly author: string;
  readonly text: string;
  readonly at: number;
  /** Turn that took it in, or produced it. */
  readonly turn: TurnId | null;
  readonly tenant: string;
  /** The uid of its chat. */
  readonly audience: string;
}

export interface KnownPerson {
  readonly tenant: string;
  readonly person: PersonId;
}

/** Takes what is to be forgotten out of texts. */
export interface Redaction {
  readonly redact: (text: string) => string;
  readonly redactJson: (json: string) => string;
  /** Every text that changes holds one of them in some case; undefined: any text may change. */
  readonly anchors: readonly string[] | undefined;
}

/**
 * Record that remains of an erasure: who requested it when, the kind of item, and how much was erased. No
 * text.
 */
export interface Forgetting {
  /** The call's, or a new one: the same one is done once. */
  readonly id: string;
  readonly tenant: string;
  /** Null if no person requested it. */
  readonly person: PersonId | null;
  readonly at: number;
  readonly kind: "fact" | "message" | "session" | "note" | "file" | "person" | "retention";
  /** Number of rows removed or changed. */
  readonly rows: number;
  /** Turn that requested it; text that it produces while it ends is redacted once more. */
  readonly turn: TurnId | null;
  /** `erasing` while files, or pages of the database, may still hold what was forgotten. */
  readonly state: "erasing" | "done";
}

/** Remaining work of an erasure, stored only until it is done. */
export interface ErasurePlan {
  readonly reach: ErasureScope;
  readonly texts: readonly string[];
  readonly parts: readonly string[];
  readonly phrases: readonly string[];
  /** Sessions of which nothing is left: their copies go whole. */
  readonly sessions: readonly SessionId[];
  /** Turns of which nothing is left: their lines in copies go. */
  readonly turns: readonly TurnId[];
  /** Pieces that identify bytes left in files. */
  readonly traces: readonly string[];
  /** Whether to redact files of the workspace. */
  readonly hasFiles: boolean;
}

/** Finds and removes everything derived from an item. */
export interface ForgettingStore {
  /** Returns passages that contain all the words, ignoring case, oldest first. */
  passagesWith(
    reach: ErasureScope,
    words: readonly string[],
    limit: number,
  ): Promise<readonly Passage[]>;
  /** Returns passages with this ref, whatever their source. */
  passagesNamed(tenant: string, ref: string): Promise<readonly Passage[]>;
  messages(orders: readonly number[]): Promise<readonly ErasableMessage[]>;
  /** All versions of a message. */
  versionsOf(chat: ChatId, messageId: string): Promise<readonly ErasableMessage[]>;
  /** Returns the messages of a session, in and out. */
  saidIn(session: SessionId): Promise<readonly ErasableMessage[]>;
  /** Returns messages from the person's own chats, and their messages in others, oldest first. */
  saidBy(
    person: KnownPerson,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly ErasableMessage[]>;
  /** Messages of a chat that are older than `before`, oldest first. */
  olderThan(chat: ChatId, before: number, limit: number): Promise<readonly ErasableMessage[]>;
  /** Returns messages of a chat from other sessions, or from none before this one. */
  beforeSession(session: SessionId, limit: number): Promise<readonly ErasableMessage[]>;
  /** Sessions of a chat that ended before a time and still hold words. */
  sessionsBefore(chat: ChatId, before: number, limit: number): Promise<readonly SessionId[]>;
  turnOf(call: string): Promise<TurnId | undefined>;
  /** Returns turns in which someone asked to forget. */
  askingTurns(reach: ErasureScope): Promise<readonly TurnId[]>;
  /** Whether a word is the id of something that is stored here. */
  isOwnId(word: string): Promise<boolean>;
  /** Returns the number of messages of people, notes and facts that contain a phrase, without the given ones. */
  countOthers(
    reach: ErasureScope,
    phrase: string,
    except: {
      readonly orders: readonly number[];
      readonly facts: readonly FactId[];
      readonly notes: readonly string[];
      readonly turns: readonly TurnId[];
    },
  ): Promise<number>;
  /**
   * Returns messages that people wrote and that contain one of the words, except in the given messages and
   * turns; newest first.
   */
  saidByOthers(
    reach: ErasureScope,
    words: readonly string[] | undefined,
    options: {
      readonly except: { readonly orders: readonly number[]; readonly turns: readonly TurnId[] };
      readonly limit: number;
    },
  ): Promise<readonly string[]>;
  /** Returns facts that rest on one of the messages. */
  factsFrom(chat: ChatId, messageIds: readonly string[]): Promise<readonly FactId[]>;

  /** Removes facts with all data about them. Returns the number of rows. */
  removeFacts(ids: readonly FactId[]): Promise<number>;
  /**
   * Removes messages from the history with their passages, images and files, and facts that rest on nothing
   * else. The rows of their timeline stay, without text. A turn without other messages loses its text, too,
   * if `turns` is `emptied`.
   */
  removeMessages(
    messages: readonly Pick<ErasableMessage, "chat" | "messageId">[],
    options: { readonly turns: "kept" | "emptied" },
  ): Promise<number>;
  /** Takes the words out of sessions: frame, history and summary. */
  emptySessions(ids: readonly SessionId[]): Promise<number>;
  /** Redacts every text within the scope. Returns the number of rows that changed. */
  sweep(reach: ErasureScope, redaction: Redaction): Promise<number>;
  /** Removes images and files that came with messages of a chat before a time. */
  removeImages(chat: ChatId, before: number, limit: number): Promise<number>;
  /** Removes what a person keeps here, their jobs, profile, facts and history, and the words of their own chats. */
  removePerson(person: KnownPerson): Promise<number>;
  /** The sessions of chats within reach, and those in which the turns were. */
  sessionsOf(reach: ErasureScope, turns: readonly TurnId[]): Promise<readonly SessionId[]>;
  /** Returns whether messages of a chat are stored and searched: `off` stores only what its session needs. */
  archiveOf(chat: ChatId): Promise<"on" | "off">;
  setArchive(chat: ChatId, archive: "on" | "off"): Promise<void>;

  byId(id: string): Promise<Forgetting | undefined>;
  /** Starts an erasure with its remaining work; repeated under the same id, it replaces the remaining work. */
  start(forgetting: Omit<Forgetting, "state">, plan: ErasurePlan): Promise<void>;
  /** Returns started and unfinished erasures, oldest first. */
  unfinished(): Promise<readonly (Forgetting & { readonly plan: ErasurePlan | undefined })[]>;
  /** The plan goes; the pages that held it are to be overwritten. */
  dropPlan(id: string): Promise<void>;
  finish(id: string): Promise<void>;
  /** Rises with each forgetting: what was made of rows read before it may hold what is forgotten. */
  count(): Promise<number>;
  /** Rises with each commit that removes words from rows: copies of rows read before it are void. */
  revision(): Promise<number>;
  /** The newest first. */
  list(tenant: string, limit: number): Promise<readonly Forgetting[]>;
}

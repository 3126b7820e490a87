import type { ChatId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";

/** One ongoing conversation of a chat. */
export interface Session {
  readonly id: SessionId;
  readonly chat: ChatId;
  readonly generation: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly reason: string | null;
  readonly turns: number;
  readonly messages: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** Start of every request of a session, identical byte for byte. */
export interface PromptPrefix {
  /** Sections of the system prompt. */
  readonly system: readonly string[];
  /** Memory pinned when the session began; empty outside of direct chats. */
  readonly pinned: string;
  /** Names of the tools in the array, in order. */
  readonly tools: readonly string[];
  /** Names of the other tools offered then; absent in sessions from before they were stored. */
  readonly deferred?: readonly string[] | undefined;
  /** The character of the agent that it was composed for; absent for the main one. */
  readonly character?: string | undefined;
}

/** Data that a session inherits from the compacted session that it continues. */
export interface Inheritance {
  /** Summary placed before all messages of the session. */
  readonly summary: string;
  /** Turns of earlier sessions that are shown as they were, oldest first. */
  readonly carried: readonly TurnId[];
  /** Label of the summarized turns. */
  readonly label?: Label | undefined;
}

/** Data of a session that a turn needs. */
export interface OpenSession {
  /** Undefined until the session's first request was composed. */
  readonly frame: PromptPrefix | undefined;
  /** Undefined for a session that began with nothing. */
  readonly inheritance: Inheritance | undefined;
  /** The newest turn whose results are shown shortened; null when none is. */
  readonly maskedThrough: TurnId | null;
  readonly generation: number;
  readonly startedAt: number;
  /** Why the chat's session before it ended; null for its first. */
  readonly follows: string | null;
}

/** An ended turn of a session. */
export interface CountedTurn {
  readonly turn: TurnId;
  /** Number of messages that it answered. */
  readonly messages: number;
}

export interface NewSession {
  readonly id: SessionId;
  readonly chat: ChatId;
  readonly startedAt: number;
  readonly inheritance?: Inheritance | undefined;
}

/** A session that ended with nothing to go on in. */
export type EndedSession = Pick<Session, "id" | "chat"> & { readonly endedAt: number };

/** Position of a session in the order of all, newest first. */
export type SessionMark = Pick<Session, "startedAt" | "generation" | "id">;

/** Sessions and their summaries. */
export interface SessionStore {
  /** Starts the next generation of a chat's sessions. */
  start(session: NewSession): Promise<void>;
  /** Returns the data that turns of a session start with; undefined if there is no such session. */
  open(id: SessionId): Promise<OpenSession | undefined>;
  /** The chat that it belongs to; undefined where there is no such session. */
  chatOf(id: SessionId): Promise<ChatId | undefined>;
  /** Fixes the frame unless it is fixed already. */
  setFrame(id: SessionId, frame: PromptPrefix): Promise<void>;
  /** Returns the time of its last activity; undefined if there is no such session. */
  lastAt(id: SessionId): Promise<number | undefined>;
  /**
   * Returns ended sessions that have messages and no summary, oldest first. Leaves out sessions whose last
   * turn still runs.
   */
  withoutSummary(limit: number): Promise<readonly EndedSession[]>;
  setSummary(id: SessionId, summary: string): Promise<void>;
  /** Shows the results of the turns up to `through` shortened. */
  setMask(id: SessionId, through: TurnId): Promise<void>;
  end(id: SessionId, ending: { endedAt: number; reason: string }): Promise<void>;
  /** Adds to the session's counters. */
  count(id: SessionId, ended: CountedTurn): Promise<void>;
  byId(id: SessionId): Promise<Session | undefined>;
  /** Newest first; of one tenant, and from behind one of them on, where these are named. */
  list(
    limit: number,
    among?: { readonly tenant?: string | undefined; readonly before?: SessionMark | undefined },
  ): Promise<readonly Session[]>;
}

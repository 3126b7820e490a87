import type { PlaceId, SessionId } from "../kernel/ids.ts";

/** One ongoing conversation of a place. */
export interface Session {
  readonly id: SessionId;
  readonly place: PlaceId;
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

export interface SessionTotals {
  readonly turns: number;
  readonly messages: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export interface SessionStore {
  /** Begins the next generation of a place's sessions. */
  start(session: { id: SessionId; place: PlaceId; startedAt: number }): Promise<void>;
  end(id: SessionId, ending: { endedAt: number; reason: string }): Promise<void>;
  /** Adds to the session's counters. */
  count(id: SessionId, totals: SessionTotals): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly Session[]>;
}

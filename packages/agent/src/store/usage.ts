import type { PersonId, PlaceId, SessionId, TurnId } from "../kernel/ids.ts";

/**
 * What a request to a model was for: an answer, a summary of a conversation that grew too
 * long, or of one that ended, what may be learnt from one, a person's profile, or a plan.
 */
export type Purpose = "think" | "compact" | "recap" | "learn" | "profile" | "plan";

/** What one request to a model used. */
export interface UsageEntry {
  readonly turn: TurnId;
  readonly step: number;
  readonly place: PlaceId;
  readonly model: string;
  readonly purpose: Purpose;
  /** All that the model read, cached or not. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Billionths of a dollar; null when the price is not known. */
  readonly costNano: bigint | null;
  readonly at: number;
}

/** What requests came to. */
export interface Spending {
  /** All that was read and written. */
  readonly tokens: number;
  /** Billionths of a dollar. */
  readonly costNano: bigint;
}

export interface UsageStore {
  add(entry: UsageEntry): Promise<void>;
  ofTurn(turn: TurnId): Promise<readonly UsageEntry[]>;
  /** What the last answer in a session had read and written; undefined before the first. */
  sizeOf(session: SessionId): Promise<number | undefined>;
  /**
   * What an agent's answers and summaries came to since a moment; without a known price one
   * costs nothing. What was learnt from its turns is not among it.
   */
  spentBy(agent: string, since: number): Promise<Spending>;
  /**
   * What all requests of a tenant came to since a moment, or those for one person: what they
   * asked for, and what was done because of it.
   */
  spentFor(
    whose: { readonly tenant: string; readonly person?: PersonId | undefined },
    since: number,
  ): Promise<Spending>;
  /** How many tokens all requests of a purpose have read and written since a moment. */
  tokensFor(purpose: Purpose, since: number): Promise<number>;
}

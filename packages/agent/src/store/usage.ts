import type { InboxId, PersonId, ChatId, SessionId, TurnId } from "../kernel/ids.ts";
import type { UsageKey } from "@reeve/operations/usage";

/**
 * What a request to a model was for: an answer, a summary of a conversation that grew too
 * long, or of one that ended, what may be learned from one, a person's profile, a plan,
 * vectors of texts, the words of a recording, or what a picture shows.
 */
export type Purpose =
  | "think"
  | "compact"
  | "recap"
  | "learn"
  | "profile"
  | "plan"
  | "embed"
  | "hear"
  | "say"
  | "see";

/** What one request to a model used. */
export interface UsageEntry {
  readonly turn: TurnId;
  readonly step: number;
  readonly chat: ChatId;
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
  /** `YYYY-MM-DD` that it counts for; of UTC, if it is left out. */
  readonly day?: string | undefined;
}

/** What requests used that no turn asked for, together. */
export interface BackgroundUsage extends Omit<UsageEntry, "turn" | "step" | "chat" | "day"> {
  readonly tenant: string;
  readonly day: string;
  /** The message whose sender it was done for, where it was done for one. */
  readonly sent?: { readonly message: InboxId; readonly chat: ChatId } | undefined;
}

/** Whose usage of which days, both included. */
export interface UsageQuery {
  readonly tenant: string;
  /** What was done for one person; without it, for anybody. */
  readonly person?: PersonId | undefined;
  readonly from: string;
  readonly to: string;
}

export interface UsageSum {
  /**
   * The day, model, purpose, or an id; empty where there is none. By tool, a thought counts for the
   * tools that it called, in equal shares; one without calls, and all else, for its purpose in brackets.
   */
  readonly key: string;
  /** Requests; by tool, calls. */
  readonly calls: number;
  /** Those among them whose price is not known: they count as free. */
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly costNano: bigint;
}

/** A request with all that it may be charged to. */
export interface UsageRow extends Omit<UsageEntry, "turn" | "step" | "chat" | "day"> {
  /** Rises with each. */
  readonly order: number;
  readonly day: string;
  readonly turn: TurnId | null;
  readonly step: number | null;
  readonly chat: ChatId | null;
  /** `channel/chat`. */
  readonly where: string | null;
  readonly person: PersonId | null;
  readonly agent: string | null;
  readonly session: SessionId | null;
  /** What it called. */
  readonly tools: readonly string[];
}

/** What a model's tokens cost from a moment on; null where that is not known. */
export interface PricedModel {
  readonly model: string;
  readonly since: number;
  /** JSON. */
  readonly rates: string | null;
}

/** What requests came to. */
export interface Spending {
  /** All that was read and written. */
  readonly tokens: number;
  /** Billionths of a dollar. */
  readonly costNano: bigint;
}

/** What requests to models came to. */
export interface UsageStore {
  /** Counts a request, by days as well. */
  add(entry: UsageEntry): Promise<void>;
  addUnasked(entry: BackgroundUsage): Promise<void>;
  /** What requests came to, dearest first, by days in their order. */
  summary(query: UsageQuery, by: UsageKey): Promise<readonly UsageSum[]>;
  /** Requests after one, oldest first. */
  list(
    query: UsageQuery,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly UsageRow[]>;
  /** Notes what a model costs from a moment on, where that is another price than before. */
  notePrice(price: PricedModel): Promise<void>;
  /** Every price that was noted, by model, newest first. */
  prices(): Promise<readonly PricedModel[]>;
  ofTurn(turn: TurnId): Promise<readonly UsageEntry[]>;
  /** What the last answer in a session had read and written; undefined before the first. */
  sizeOf(session: SessionId): Promise<number | undefined>;
  /**
   * What an agent's answers and summaries came to since a moment; without a known price one
   * costs nothing. What was learned from its turns is not among it.
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

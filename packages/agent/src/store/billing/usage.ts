import type { InboxId, PersonId, ChatId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { UsageKey } from "@reeve/operations/agent/usage";

/**
 * Purpose of a model request: a reply, a sub-agent's work, a request of an MCP server, a summary of a session that
 * grew too long or has ended, fact extraction, a person's profile, a plan, embeddings, a transcription, or an image
 * description.
 */
export type Purpose =
  | "think"
  | "delegate"
  | "sample"
  | "compact"
  | "recap"
  | "learn"
  | "profile"
  | "plan"
  | "embed"
  | "hear"
  | "say"
  | "see";

/** Usage of one model request. */
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

/** Combined usage of requests that no turn made. */
export interface BackgroundUsage extends Omit<UsageEntry, "turn" | "step" | "chat" | "day"> {
  readonly tenant: string;
  readonly day: string;
  /** The message whose sender it was done for, where it was done for one. */
  readonly sent?: { readonly message: InboxId; readonly chat: ChatId } | undefined;
}

/** Person and days to query, both days included. */
export interface UsageQuery {
  readonly tenant: string;
  /** Person the work was done for; without it, anyone. */
  readonly person?: PersonId | undefined;
  readonly from: string;
  readonly to: string;
}

export interface UsageSum {
  /**
   * Day, model, purpose, or id; empty if there is none. By tool, a step counts for the tools that it
   * called, in equal shares; steps without calls, and all other requests, count for their purpose in
   * brackets.
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
  /** Names of the tools that it called. */
  readonly tools: readonly string[];
}

/** Price of a model's tokens from a moment on; null if unknown. */
export interface PricedModel {
  readonly model: string;
  readonly since: number;
  /** JSON. */
  readonly rates: string | null;
}

/** Tokens and cost of requests. */
export interface Spending {
  /** All that was read and written. */
  readonly tokens: number;
  /** Billionths of a dollar. */
  readonly costNano: bigint;
}

/** Usage of model requests. */
export interface UsageStore {
  /** Counts a request, by days as well. */
  add(entry: UsageEntry): Promise<void>;
  addUnasked(entry: BackgroundUsage): Promise<void>;
  /** Returns summed usage: most expensive first, or days in their order. */
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
  /** Returns the tokens that the last reply of a session read and wrote; undefined before the first. */
  sizeOf(session: SessionId): Promise<number | undefined>;
  /**
   * Returns the usage of an agent's replies and summaries since a moment. Requests without a known price cost
   * nothing. Fact extraction is not included.
   */
  spentBy(agent: string, since: number): Promise<Spending>;
  /**
   * Returns the usage of all requests of a tenant since a moment, or of those for one person: their own
   * requests, and work caused by these.
   */
  spentFor(
    whose: { readonly tenant: string; readonly person?: PersonId | undefined },
    since: number,
  ): Promise<Spending>;
  /** Returns the tokens that all requests of a purpose have read and written since a moment. */
  tokensFor(purpose: Purpose, since: number): Promise<number>;
}

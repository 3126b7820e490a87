import type { PlaceId, TurnId } from "../kernel/ids.ts";

/** What a request to a model was for: an answer, a summary of a conversation that grew too long, or of one that ended. */
export type Purpose = "think" | "compact" | "recap";

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

export interface UsageStore {
  add(entry: UsageEntry): Promise<void>;
  ofTurn(turn: TurnId): Promise<readonly UsageEntry[]>;
}

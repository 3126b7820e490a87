import type { PlaceId, TurnId } from "../kernel/ids.ts";

/** What one request to a model used. */
export interface UsageEntry {
  readonly turn: TurnId;
  readonly step: number;
  readonly place: PlaceId;
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly at: number;
}

export interface UsageStore {
  add(entry: UsageEntry): Promise<void>;
  ofTurn(turn: TurnId): Promise<readonly UsageEntry[]>;
}

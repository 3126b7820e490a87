import type { PlaceId, TurnId } from "../kernel/ids.ts";
import type { Fact } from "../kernel/turn-event.ts";

/** The facts of places, numbered without a gap. */
export interface EventStore {
  add(place: PlaceId, facts: readonly Fact[]): Promise<void>;
  since(place: PlaceId, seq: number, limit: number): Promise<readonly Fact[]>;
  ofTurn(turn: TurnId): Promise<readonly Fact[]>;
}

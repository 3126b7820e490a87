import type { PlaceId } from "../kernel/ids.ts";
import type { Fact, FactBody } from "../kernel/turn-event.ts";
import type { Repositories } from "../store/store.ts";
import { publish } from "./publish.ts";
import { toBusEvent } from "./to-bus-event.ts";

/** What is told in a place. */
export interface ToldFacts {
  readonly bodies: readonly FactBody[];
  /** Unix milliseconds. */
  readonly at: number;
  /** Another place was told the same, and subscribers with it. */
  readonly isEcho?: boolean;
}

/**
 * Numbers facts and stores them, and keeps what subscribers are told of them; publish what it
 * returns once the commit is done.
 */
export async function appendFacts(
  tx: Repositories,
  place: PlaceId,
  { bodies, at, isEcho = false }: ToldFacts,
): Promise<readonly Fact[]> {
  if (bodies.length === 0) return [];
  const first = await tx.places.takeSeq(place, bodies.length);
  const facts = bodies.map((body, index) => ({ ...body, seq: first + index, at }));
  await tx.events.add(place, facts);
  if (!isEcho) await publish(tx, () => toEvents(tx, place, facts));
  return facts;
}

async function toEvents(tx: Repositories, id: PlaceId, facts: readonly Fact[]) {
  const place = await tx.places.byId(id);
  return place ? facts.flatMap((fact) => toBusEvent(fact, place) ?? []) : [];
}

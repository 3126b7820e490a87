import type { PlaceId } from "../kernel/ids.ts";
import type { Fact, FactBody } from "../kernel/turn-event.ts";
import type { Repositories } from "../store/store.ts";

/** Numbers facts and stores them; publish what it returns once the commit is done. */
export async function appendFacts(
  tx: Repositories,
  place: PlaceId,
  { bodies, at }: { bodies: readonly FactBody[]; at: number },
): Promise<readonly Fact[]> {
  if (bodies.length === 0) return [];
  const first = await tx.places.takeSeq(place, bodies.length);
  const facts = bodies.map((body, index) => ({ ...body, seq: first + index, at }));
  await tx.events.add(place, facts);
  return facts;
}

import { toId } from "../../kernel/ids.ts";
import { type Integrity, integrityOf, joinLabels, type Label } from "../../kernel/label.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories } from "../../store/store.ts";

export interface SessionSummary {
  readonly session: string;
  readonly place: Pick<Place, "id" | "tenant" | "uid" | "kind">;
  readonly text: string;
  /** Of what was summed up. */
  readonly label?: Label | undefined;
  /** When the session ended. */
  readonly at: number;
}

/**
 * Makes what a session came to searchable for those who were there, in the caller's
 * transaction; unless its chat is not archived.
 */
export async function putSummary(
  tx: Repositories,
  { session, place, text, at, label }: SessionSummary,
): Promise<void> {
  if (text.trim() === "" || (await tx.forgetting.archiveOf(place.id)) === "off") return;
  await tx.passages.put({
    scope: { tenant: place.tenant, audience: place.uid, place: place.id, source: "session" },
    ref: session,
    author: null,
    integrity: joinLabels([
      { integrity: await integrityIn(tx, place), audience: "all" },
      ...(label ? [label] : []),
    ]).integrity,
    at,
    text,
  });
}

/** In a group anybody may have said anything. */
async function integrityIn(
  tx: Repositories,
  { kind, uid }: SessionSummary["place"],
): Promise<Integrity> {
  if (kind !== "direct") return "stranger";
  const person = await tx.people.byId(toId(uid));
  return integrityOf(person?.role ?? "stranger");
}

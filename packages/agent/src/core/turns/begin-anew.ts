import type { SessionId } from "../../kernel/ids.ts";
import type { Held } from "./commit-held.ts";
import { beginSession } from "./open-turn.ts";
import type { TurnParts } from "./parts.ts";

/** Ends a place's session because somebody says so, and begins the next; ring `ended` after the commit. */
export async function beginAnew(
  { tx, place, now }: Pick<Held, "tx" | "place" | "now">,
  { newId }: Pick<TurnParts, "newId">,
): Promise<SessionId> {
  const { sessionId } = (await tx.places.byId(place.id)) ?? place;
  await tx.inbox.forgetShown(place.id);
  if (sessionId) await tx.sessions.end(sessionId, { endedAt: now, reason: "new" });
  return beginSession({ tx, place, now }, { newId });
}

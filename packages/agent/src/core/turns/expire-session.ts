import type { Held } from "./commit-held.ts";
import { isExpired } from "./is-expired.ts";
import type { TurnParts } from "./parts.ts";

/** Ends the place's session where its time is over; the next turn begins a new one. */
export async function expireSession(
  held: Held,
  { settings, ended }: Pick<TurnParts, "settings" | "ended">,
): Promise<Held> {
  const { tx, place, now } = held;
  const { lifetime, timeZone } = settings;
  if (!lifetime || !place.sessionId) return held;
  const lastAt = await tx.sessions.lastAt(place.sessionId);
  const reason = lastAt && isExpired(lastAt, { ...lifetime, now, timeZone });
  if (!reason) return held;
  await tx.sessions.end(place.sessionId, { endedAt: now, reason });
  await tx.inbox.forgetShown(place.id);
  ended.ring();
  return { ...held, place: { ...place, sessionId: null } };
}

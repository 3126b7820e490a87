import type { Held } from "./commit-held.ts";
import { isExpired } from "./is-expired.ts";
import type { TurnDeps } from "./deps.ts";

/** Ends the chat's session where its time is over; the next turn begins a new one. */
export async function expireSession(
  held: Held,
  { settings, endedWakeup }: Pick<TurnDeps, "settings" | "endedWakeup">,
): Promise<Held> {
  const { tx, chat, now } = held;
  const { lifetime, timeZone } = settings;
  if (!lifetime || !chat.sessionId) return held;
  const lastAt = await tx.sessions.lastAt(chat.sessionId);
  const reason = lastAt && isExpired(lastAt, { ...lifetime, now, timeZone });
  if (!reason) return held;
  await tx.sessions.end(chat.sessionId, { endedAt: now, reason });
  await tx.inbox.forgetShown(chat.id);
  endedWakeup.notify();
  return { ...held, chat: { ...chat, sessionId: null } };
}

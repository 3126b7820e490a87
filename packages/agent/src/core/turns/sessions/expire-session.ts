import type { LeasedTx } from "../commit-with-lease.ts";
import { isExpired } from "./is-expired.ts";
import type { TurnDeps } from "../deps.ts";

/** Ends the chat's session where its time is over; the next turn begins a new one. */
export async function expireSession(
  leased: LeasedTx,
  { settings, endedWakeup }: Pick<TurnDeps, "settings" | "endedWakeup">,
): Promise<LeasedTx> {
  const { tx, chat, now } = leased;
  const { lifetime, timeZone } = settings;
  if (!lifetime || !chat.sessionId) return leased;
  const lastAt = await tx.sessions.lastAt(chat.sessionId);
  const reason = lastAt && isExpired(lastAt, { ...lifetime, now, timeZone });
  if (!reason) return leased;
  await tx.sessions.end(chat.sessionId, { endedAt: now, reason });
  await tx.inbox.forgetShown(chat.id);
  endedWakeup.notify();
  return { ...leased, chat: { ...chat, sessionId: null } };
}

import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/**
 * Ends the chat's session where it began with another soul or other tools than
 * those of the agent that answers now; the next turn begins a new one.
 */
export async function endSessionOnAgentChange(
  leased: LeasedTx,
  { agents, endedWakeup }: Pick<TurnDeps, "agents" | "endedWakeup">,
): Promise<LeasedTx> {
  const { tx, chat, now } = leased;
  if (!chat.sessionId) return leased;
  const frame = (await tx.sessions.open(chat.sessionId))?.frame;
  if (!frame || frame.character === agents.answering(chat).character) return leased;
  await tx.sessions.end(chat.sessionId, { endedAt: now, reason: "agent" });
  await tx.inbox.forgetShown(chat.id);
  endedWakeup.notify();
  return { ...leased, chat: { ...chat, sessionId: null } };
}

import type { Held } from "./commit-held.ts";
import type { TurnDeps } from "./deps.ts";

/**
 * Ends the chat's session where it began with another soul or other tools than
 * those of the agent that answers now; the next turn begins a new one.
 */
export async function changeAgent(
  held: Held,
  { agents, endedWakeup }: Pick<TurnDeps, "agents" | "endedWakeup">,
): Promise<Held> {
  const { tx, chat, now } = held;
  if (!chat.sessionId) return held;
  const frame = (await tx.sessions.open(chat.sessionId))?.frame;
  if (!frame || frame.character === agents.answering(chat).character) return held;
  await tx.sessions.end(chat.sessionId, { endedAt: now, reason: "agent" });
  await tx.inbox.forgetShown(chat.id);
  endedWakeup.notify();
  return { ...held, chat: { ...chat, sessionId: null } };
}

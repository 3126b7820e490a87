import type { Held } from "./commit-held.ts";
import type { TurnParts } from "./parts.ts";

/**
 * Ends the place's session where it began with another soul or other tools than
 * those of the agent that answers now; the next turn begins a new one.
 */
export async function changeAgent(
  held: Held,
  { agents, ended }: Pick<TurnParts, "agents" | "ended">,
): Promise<Held> {
  const { tx, place, now } = held;
  if (!place.sessionId) return held;
  const frame = (await tx.sessions.open(place.sessionId))?.frame;
  if (!frame || frame.character === agents.answering(place).character) return held;
  await tx.sessions.end(place.sessionId, { endedAt: now, reason: "agent" });
  await tx.inbox.forgetShown(place.id);
  ended.ring();
  return { ...held, place: { ...place, sessionId: null } };
}

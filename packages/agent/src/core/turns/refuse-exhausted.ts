import type { OpenTurn } from "../open-turn.ts";
import type { Held } from "./commit-held.ts";
import { endTurn } from "./end-turn.ts";
import { findExhausted } from "./find-exhausted.ts";
import type { TurnParts } from "./parts.ts";

/**
 * Ends a turn instead of thinking on where its agent has used up its day, and says so;
 * undefined then. What a person allowed is carried out and told all the same.
 */
export async function refuseExhausted(
  held: Held,
  turn: OpenTurn,
  parts: TurnParts,
): Promise<OpenTurn | undefined> {
  if (turn.steps[0]?.kind === "decision") return turn;
  const { timeZone } = parts.settings;
  const agent = parts.agents.get(turn.agent);
  const used = await findExhausted(agent, held.tx.usage, { now: held.now, timeZone });
  if (used === undefined) return turn;
  const line = `The agent ${agent.name} has used up what it may use in a day: ${used}. It answers again after midnight (${timeZone}).`;
  await endTurn(held, turn, { ending: { type: "exhausted", reason: used, line }, parts });
  return undefined;
}

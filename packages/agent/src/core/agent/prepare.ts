import type { Gathered } from "../context/gather.ts";
import type { TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { compactIfNeeded } from "./compact-turn.ts";
import type { AgentDeps } from "./deps.ts";

export interface Prepared {
  readonly standing: TurnStatus;
  readonly gathered: Gathered;
}

/**
 * Fetches what a turn's requests are composed of. Where it has become too much,
 * older results are shortened first, then the conversation.
 */
export async function prepare(
  turn: OpenTurn,
  deps: AgentDeps,
  signal: AbortSignal,
): Promise<Prepared> {
  const gathered = await deps.gather(turn);
  const { nextMark } = gathered;
  if (!nextMark)
    return { standing: await compactIfNeeded(turn, { ...deps, gathered }, signal), gathered };
  const standing = await deps.journal.mask(turn, nextMark);
  if (standing.type !== "going") return { standing, gathered };
  const masked = await deps.gather(turn);
  return {
    standing: await compactIfNeeded(turn, { ...deps, gathered: masked }, signal),
    gathered: masked,
  };
}

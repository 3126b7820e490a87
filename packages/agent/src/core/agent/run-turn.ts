import type { TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { act, start } from "./act.ts";
import { callScheduled } from "./call-scheduled.ts";
import type { AgentDeps } from "./deps.ts";
import { think } from "./think.ts";
import type { Gathered } from "../context/gather.ts";
import { compactIfNeeded } from "./compact-turn.ts";

/**
 * Thinks, acts and observes until the turn has ended or the chat is lost.
 *
 * What comes next is read from the turn's rows alone, so a turn that another
 * process began is continued by the same code.
 */
export async function runTurn(
  opened: OpenTurn,
  deps: AgentDeps,
  signal: AbortSignal,
): Promise<Exclude<TurnStatus["type"], "going">> {
  const prepared = await prepare(opened, deps, signal);
  let { gathered } = prepared;
  let standing: TurnStatus = prepared.standing;

  while (standing.type === "going") {
    const { turn }: { turn: OpenTurn } = standing;
    // A conversation that was shortened goes on in another session.
    if (turn.session !== gathered.session) gathered = await deps.gather(turn);
    const states = new Set(turn.steps.at(-1)?.calls.map(({ state }) => state));
    if (states.has("started")) standing = await act(turn, deps, signal);
    else if (states.has("planned")) standing = await start(turn, deps, signal);
    else if (turn.scheduled?.call)
      standing = await callScheduled(turn, turn.scheduled.call, { ...deps, gathered, signal });
    else standing = await think(turn, { ...deps, gathered }, signal);
  }

  return standing.type;
}

interface Prepared {
  readonly standing: TurnStatus;
  readonly gathered: Gathered;
}

/**
 * Fetches what a turn's requests are composed of. Where it has become too much,
 * older results are shortened first, then the conversation.
 */
async function prepare(turn: OpenTurn, deps: AgentDeps, signal: AbortSignal): Promise<Prepared> {
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

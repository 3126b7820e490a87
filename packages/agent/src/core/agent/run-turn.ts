import type { TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { act, start } from "./act.ts";
import { callScheduled } from "./call-scheduled.ts";
import type { AgentDeps } from "./deps.ts";
import { prepare } from "./prepare.ts";
import { think } from "./think.ts";

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
): Promise<"ended" | "lost"> {
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

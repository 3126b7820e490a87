import { OVER } from "../../kernel/wait.ts";
import { makesCalls } from "../../tools/sub-agents.ts";
import type { SettledResponse, TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { runCalls, settleResults } from "./act.ts";
import type { AgentDeps } from "./deps.ts";
import { toStored } from "./to-stored.ts";

/** How long the commit of a thought waits for the results of its reads, in milliseconds. */
const QUICK_MS = 20;

/**
 * Stores a thought, together with the results of its calls if all of them are reads and return at once: a read
 * changes nothing, so it need not be stored before it runs. After a crash, the model is asked again.
 */
export async function settleWithReads(
  turn: OpenTurn,
  response: SettledResponse,
  deps: AgentDeps & { readonly signal: AbortSignal },
): Promise<TurnStatus> {
  const { journal, pause } = deps;
  if (!response.calls.every((call) => isPlainRead(call, deps)))
    return journal.settleResponse(turn, response);
  const reads = response.calls.map((call, position) => toStored(call, { position, deps }));
  // The commit finds out whether the turn was stopped: until then nothing has happened.
  const running = runCalls(turn, reads, { ...deps, isStopped: async () => deps.signal.aborted });
  const waiting = new AbortController();
  const quick = await Promise.race([running, pause(QUICK_MS, waiting.signal)]);
  waiting.abort(OVER);
  if (quick) return journal.settleResponse(turn, response, quick);
  const status = await journal.settleResponse(turn, response);
  const results = await running;
  return status.type === "going" ? settleResults(status.turn, results, deps) : status;
}

/** Services that may ask a model: what that costs is stored with the call. */
const ASKS_MODELS: ReadonlySet<string> = new Set(["mcpCall", "vision"]);

/** Checks whether a call reads, sends nothing out, needs nothing but its role, and asks no model. */
function isPlainRead(
  { name, effect, replay, verdict }: SettledResponse["calls"][number],
  { toolbox }: Pick<AgentDeps, "toolbox">,
): boolean {
  if (effect !== "read" || replay !== "rerun" || verdict.type !== "allow") return false;
  const tool = toolbox.get(name);
  const asksModels = makesCalls(tool) || tool?.needs.some((need) => ASKS_MODELS.has(need));
  return !verdict.grant && !verdict.plan && !verdict.egress && !asksModels;
}

import { toId } from "../../kernel/ids.ts";
import type { CallLabels, Label } from "../../kernel/label.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { makesCalls } from "../../tools/sub-agents.ts";
import { type CallOutcome, probeCall, runCall } from "../../tools/run-call.ts";
import type { CallCost, CallScope } from "../../tools/toolbox.ts";
import type { SettledCall, TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { type CurrentChecks, loadCurrentChecks, findCurrentDenial } from "./recheck.ts";
import { callContext, nextExpectations, runOptions } from "./call-context.ts";
import type { AgentDeps } from "./deps.ts";
import { labelResult, withholdFromAudience } from "./label-result.ts";
import { shapeResult } from "./shape-result.ts";
import type { NestingDeps } from "./call-runner.ts";
import { createProgramCalls } from "./program-calls.ts";
import { createSampling } from "./sampling.ts";
import { createSubAgents } from "./sub-agent.ts";
import { toolAttributes } from "./trace-attributes.ts";

type ActDeps = AgentDeps & { readonly signal: AbortSignal; readonly clearance: CurrentChecks };
type MarkingDeps = ActDeps &
  Pick<CallLabels, "mark"> &
  Pick<CallScope, "onCost"> & {
    readonly nesting?: Pick<CallScope, "subAgents" | "programCalls" | "sampling">;
  };

/** Runs the calls that were started, side by side, and settles them together. */
export async function act(
  turn: OpenTurn,
  agent: AgentDeps,
  signal: AbortSignal,
): Promise<TurnStatus> {
  const calls = turn.steps.at(-1)?.calls.filter(({ state }) => state === "started") ?? [];
  const deps = { ...agent, signal };
  return settleResults(turn, await runCalls(turn, calls, deps), deps);
}

type RunningDeps = AgentDeps & { readonly signal: AbortSignal };

/** Runs calls side by side. */
export async function runCalls(
  turn: OpenTurn,
  calls: readonly StoredCall[],
  agent: RunningDeps,
): Promise<readonly SettledCall[]> {
  const deps = { ...agent, clearance: await loadCurrentChecks(turn, agent) };
  return Promise.all(
    calls.map((call) =>
      deps.tracing.span(
        `execute_tool ${call.tool}`,
        { attributes: () => toolAttributes(call) },
        async (span) => {
          const settled = await settleOne(turn, call, deps);
          span.set({ "reeve.call.outcome": settled.result.type });
          return settled;
        },
      ),
    ),
  );
}

/** Stores the results of started calls. */
export async function settleResults(
  turn: OpenTurn,
  results: readonly SettledCall[],
  deps: RunningDeps,
): Promise<TurnStatus> {
  const settled = new Set(results.map(({ id }) => id));
  const expectations = await nextExpectations(turn, settled, deps);
  return deps.journal.settleCalls(turn, { results, expectations });
}

/** Starts planned calls that no settlement started. */
export async function start(
  turn: OpenTurn,
  agent: AgentDeps,
  signal: AbortSignal,
): Promise<TurnStatus> {
  const expectations = await nextExpectations(turn, new Set(), { ...agent, signal });
  return agent.journal.startCalls(turn, expectations);
}

/** Lets a call that makes calls run them like any others, and one of an MCP server use the model. */
function withNesting(turn: OpenTurn, call: StoredCall, deps: MarkingDeps): MarkingDeps {
  const tool = deps.toolbox.get(call.tool);
  if (tool?.needs.includes("mcpCall"))
    return { ...deps, nesting: { sampling: createSampling(turn, call, deps) } };
  if (!makesCalls(tool)) return deps;
  const settle: NestingDeps["settle"] = async (now, nested, signal) => {
    const clearance = await loadCurrentChecks(now, deps);
    return settleOne(now, nested, { ...deps, signal, clearance });
  };
  const nestingDeps = { ...deps, settle };
  const nesting = {
    subAgents: createSubAgents(turn, call, nestingDeps),
    programCalls: createProgramCalls(turn, call, nestingDeps),
  };
  return { ...deps, nesting };
}

async function settleOne(turn: OpenTurn, call: StoredCall, deps: ActDeps): Promise<SettledCall> {
  const marks: Label[] = [];
  const costs: CallCost[] = [];
  const marking = {
    ...deps,
    mark: (label: Label) => void marks.push(label),
    onCost: (cost: CallCost) => void costs.push(cost),
  };
  const able = withNesting(turn, call, marking);
  const ran = turn.isResumed ? await resume(turn, call, able) : await run(turn, call, able);
  if (ran === "unknown") {
    const summary = "interrupted: the call may or may not have run";
    return { id: call.id, result: { type: "unknown" }, summary, artifact: undefined, costs };
  }
  const { taint } = call;
  const said = taint ? [{ ...taint, audience: "all" }, ...marks] : marks;
  const label = labelResult(deps.toolbox.get(call.tool), said, turn.chat);
  const outcome = withholdFromAudience(ran, label, { ...turn, effect: call.effect });
  const artifactId = toId<"artifact">(deps.newId());
  const shaped = shapeResult(outcome, { maxChars: deps.limits.maxResultChars, artifactId });
  observeResult(turn, call, { ...deps, result: shaped.result });
  return { id: call.id, label, ...shaped, costs };
}

/** Tells plugins what a call came to. */
function observeResult(
  { id: turn, chat, asker: person }: OpenTurn,
  { tool, args, effect }: StoredCall,
  { hooks, result }: Pick<AgentDeps, "hooks"> & { readonly result: ToolResult },
): void {
  const call = { turn, chat: chat.id, person, tool, args, effect };
  if (result.type === "value") hooks?.observe("toolAfter", { ...call, result: result.text });
  if (result.type === "fault") hooks?.observe("toolError", { ...call, error: result.text });
}

/** Decides by the declared replay what happens to a call that a dead process started. */
async function resume(
  turn: OpenTurn,
  call: StoredCall,
  deps: MarkingDeps,
): Promise<CallOutcome | "unknown"> {
  // It may have happened before the stop, and does not happen after it.
  if (deps.clearance.isStopped && call.replay !== "rerun") return "unknown";
  switch (call.replay) {
    case "rerun":
    case "same-key":
      return run(turn, call, deps);
    case "unknown":
      return "unknown";
    case "probe":
      return probe(turn, call, deps);
  }
}

async function probe(
  turn: OpenTurn,
  call: StoredCall,
  deps: MarkingDeps,
): Promise<CallOutcome | "unknown"> {
  const tool = deps.toolbox.get(call.tool);
  const context = callContext(turn, call, deps);
  if (!tool || !context) return "unknown";
  const { args, expected } = call;
  const found = await probeCall(tool, args, { ...context, expected }, runOptions(deps));
  switch (found.state) {
    case "done":
      return { type: "value", value: found.value };
    case "not-done":
      return run(turn, call, deps);
    case "unknown":
      return "unknown";
  }
}

async function run(turn: OpenTurn, call: StoredCall, deps: MarkingDeps): Promise<CallOutcome> {
  const tool = deps.toolbox.get(call.tool);
  const context = callContext(turn, call, deps);
  if (!tool || !context)
    return { type: "fault", code: "missing", message: `The tool "${call.tool}" no longer exists.` };
  const { isStopped, ...clearance } = deps.clearance;
  if (isStopped || deps.signal.aborted) return { type: "aborted" };
  // The gate may have let it through for another agent, or before something was taken away.
  const { kind } = turn.chat;
  const denial = findCurrentDenial(tool, call, { ...clearance, kind, rules: deps.rules });
  if (denial) return { type: "fault", code: "denied", message: denial };
  return runCall(tool, call.args, context, runOptions(deps));
}

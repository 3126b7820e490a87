import { Fault } from "@reeve/sdk";
import type { CallLabels } from "../../kernel/label.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { ResponseCall } from "../../llm/model.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { promptTexts } from "../context/prompt-texts.ts";
import type { Gathered } from "../context/gather.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { GatedCall, SettledCall } from "../turn-log.ts";
import type { AgentDeps } from "./deps.ts";
import { gateCalls } from "./gate-calls.ts";

/** Deps of a call that makes calls. */
export interface NestingDeps extends AgentDeps, Pick<CallLabels, "mark"> {
  /** Runs a stored call and labels its result. */
  readonly settle: (turn: OpenTurn, call: StoredCall, signal: AbortSignal) => Promise<SettledCall>;
}

/** Makes calls for a call, one after the other. */
export interface CallRunner {
  /** Number of calls so far. */
  readonly count: number;
  /** Rejects if the turn was stopped or lost; every other failure is a result. */
  run(asked: ResponseCall, signal: AbortSignal): Promise<RunCall>;
}

/** A call that was made for a call. */
export interface RunCall {
  readonly call: StoredCall;
  /** The whole text of a result that was shortened. */
  readonly content: string | undefined;
  readonly result: ToolResult;
}

export interface CallRunnerOptions {
  /** Returns why a call may not run although the gate allows it. */
  readonly refuse: (call: GatedCall) => string | undefined;
}

/**
 * Opens a runner of calls for a running call. Each passes the gate as a call of the model does, with everything
 * that the turn has read and that the calls before it returned, and is stored before it starts. Their labels
 * become part of the label of the call's own result.
 */
export async function openCallRunner(
  turn: OpenTurn,
  parent: StoredCall,
  { refuse, ...deps }: NestingDeps & CallRunnerOptions,
): Promise<CallRunner> {
  const { journal, mark, settle } = deps;
  const gathered = await deps.gather(turn);
  const before = await journal.nested.open(turn, parent.id);
  if (before === undefined) throw stopped();
  const made: StoredCall[] = [];

  return {
    get count() {
      return made.length;
    },

    async run(asked, signal) {
      signal.throwIfAborted();
      const now = withCalls(turn, made);
      const gated = await gateOne(now, asked, { ...deps, gathered, signal });
      const reason = gated.verdict.type === "deny" ? undefined : refuse(gated);
      const call: GatedCall =
        reason === undefined
          ? gated
          : { ...gated, verdict: { type: "deny", code: "denied", message: reason } };
      signal.throwIfAborted();
      const nested = { parent: parent.id, index: before + made.length, call };
      const started = await journal.nested.start(turn, nested);
      if (!started) throw stopped();
      if (started.result) {
        made.push(started);
        return { call: started, content: undefined, result: started.result };
      }
      const settled = await settle({ ...now, isResumed: false }, started, signal);
      const { result, label, artifact } = settled;
      // What it returns was read, also if nobody gets to see it.
      if (label) mark(label);
      const isStored = await journal.nested.settle(turn, started, settled);
      if (!isStored) throw stopped();
      made.push({ ...started, state: "settled", result, label });
      return { call: started, content: artifact?.content, result };
    },
  };
}

async function gateOne(
  turn: OpenTurn,
  asked: ResponseCall,
  deps: AgentDeps & { readonly gathered: Gathered; readonly signal: AbortSignal },
): Promise<GatedCall> {
  const texts = promptTexts(turn, deps.gathered);
  const [gated] = await gateCalls(turn, [asked], { ...deps, texts });
  if (!gated) throw new Error(`${asked.name} was not gated`);
  return gated;
}

/** The turn as if the model had made these calls in its last step, so that the gate sees what they did. */
function withCalls(turn: OpenTurn, made: readonly StoredCall[]): OpenTurn {
  const step = turn.steps.at(-1);
  if (!step) return turn;
  return { ...turn, steps: turn.steps.with(-1, { ...step, calls: [...step.calls, ...made] }) };
}

function stopped(): Fault {
  return new Fault("conflict", "The turn was stopped.");
}

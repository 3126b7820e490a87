import type { Expectation, Services, ToolContext } from "@reeve/sdk";
import type { CallId } from "../../kernel/ids.ts";
import { type CallLabels, UNTAINTED } from "../../kernel/label.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { expectCall, nameCall } from "../../tools/run-call.ts";
import type { CallScope } from "../../tools/toolbox.ts";
import type { Expectations } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { CurrentChecks } from "./recheck.ts";
import { nextGroup } from "./next-group.ts";
import type { AgentDeps } from "./deps.ts";

type CallDeps = AgentDeps & {
  readonly signal: AbortSignal;
  readonly clearance?: CurrentChecks | undefined;
  /** Told of each label that stands on what the call is handed. */
  readonly mark?: CallLabels["mark"] | undefined;
  /** Told what its services asked of models. */
  readonly onCost?: CallScope["onCost"];
  readonly nesting?: Pick<CallScope, "subAgents" | "programCalls" | "sampling">;
};

type CallRequest = Pick<StoredCall, "id" | "tool" | "args" | "taint" | "parent">;

/** Returns the context that a tool runs with: services bound to the requester, the chat and the call. */
export function callContext(
  turn: OpenTurn,
  { id, tool: name, parent, taint = UNTAINTED }: CallRequest,
  { toolbox, rules, signal, clearance, mark = ignore, onCost, nesting }: CallDeps,
): (ToolContext & Services) | undefined {
  const tool = toolbox.get(name);
  if (!tool) return undefined;
  const { asker: person, session } = turn;
  const { tenant, id: chat, kind } = turn.chat;
  const role = clearance?.role ?? turn.role;
  const setting = { role, kind, rules, overrides: clearance?.overrides };
  const labels = { taint, mark };
  const where = { tenant, person, chat, session, call: id, isNested: parent !== undefined };
  const scope = { ...where, setting, labels, onCost, ...nesting };
  const services = toolbox.services(tool, scope);
  return { ...services, signal, callId: id };
}

/** Returns what a call expects to find and to leave, if its tool can tell. */
export async function expectationOf(
  turn: OpenTurn,
  asked: CallRequest,
  deps: CallDeps,
): Promise<Expectation | undefined> {
  const tool = deps.toolbox.get(asked.tool);
  if (!tool?.expect) return undefined;
  const context = callContext(turn, asked, deps);
  return context && expectCall(tool, asked.args, context, runOptions(deps));
}

/** Returns what ids in the arguments of a call stand for, if its tool can tell. */
export async function namesOf(
  turn: OpenTurn,
  asked: CallRequest,
  deps: CallDeps,
): Promise<Readonly<Record<string, string>> | undefined> {
  const tool = deps.toolbox.get(asked.tool);
  if (!tool?.names) return undefined;
  const context = callContext(turn, asked, deps);
  return context && nameCall(tool, asked.args, context, runOptions(deps));
}

/** The same for the calls that start next once those in `settled` are. */
export async function nextExpectations(
  turn: OpenTurn,
  settled: ReadonlySet<CallId>,
  deps: CallDeps,
): Promise<Expectations> {
  const calls = turn.steps.at(-1)?.calls ?? [];
  const open = calls.filter(({ id }) => !settled.has(id));
  const expectations = new Map<CallId, Expectation>();
  for (const call of nextGroup(open)) {
    const expected = await expectationOf(turn, call, deps);
    if (expected) expectations.set(call.id, expected);
  }
  return expectations;
}

/** How long a call may take, and who hears of bugs. */
export function runOptions({ limits, log }: AgentDeps) {
  return {
    timeoutMs: limits.timeoutMs,
    onBug: (error: unknown) => log.error("tool failed", { error }),
  };
}

/** Where nothing is handed on. */
function ignore(): void {}

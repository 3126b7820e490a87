import { toId } from "../../kernel/ids.ts";
import { digestOf, isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { ResponseCall, ToolDefinition } from "../../llm/model.ts";
import type { Grant } from "../../store/turns/approvals.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import { spendOf } from "../../tools/spend-of.ts";
import { effectAndReplay } from "../../tools/toolbox.ts";
import type { RequestContext } from "../approvals/flow/request-context.ts";
import { gate } from "../approvals/gate.ts";
import { labelForWrites } from "../approvals/label-for-writes.ts";
import type { Gathered } from "../context/gather.ts";
import type { GatedCall, GateVerdict } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { PlanGrant } from "../plans/plan-grant.ts";
import type { PromptText } from "../prompt-text.ts";
import { namesOf } from "./call-context.ts";
import { afterCall, openRequestContext } from "./request-context.ts";
import type { AgentDeps } from "./deps.ts";

/** The tool through which the model calls others that are not in its array. */
const GENERIC = "tool_call";

/** Decides about the calls of a thought, one after the other, by what holds now. */
export async function gateCalls(
  turn: OpenTurn,
  calls: readonly ResponseCall[],
  deps: AgentDeps & {
    readonly gathered: Gathered;
    readonly texts: readonly PromptText[];
    readonly signal: AbortSignal;
  },
): Promise<readonly GatedCall[]> {
  const grants = await deps.grants(turn);
  const policies = hasSteered(turn) ? await deps.policies(turn) : deps.gathered.policies;
  const overrides = await deps.overrides(turn);
  const plan = await deps.planGrant(turn);
  const facts = { ...deps, grants, policies, overrides, plan };
  let asking = await openRequestContext(turn, calls.map(unwrapCall), { ...deps, plan });
  const gated: GatedCall[] = [];
  for (const call of calls) {
    const overLimit = await overLimitOf(turn, call, deps);
    const judged = gateCall(turn, call, { ...facts, asking, overLimit });
    const decided = await withNames(turn, await withHooks(turn, judged, deps), deps);
    asking = afterCall(asking, decided);
    gated.push(decided);
  }
  return gated;
}

/** Lets plugins deny what the gate did not: they cannot allow anything. */
async function withHooks(
  { id: turn, chat, asker: person }: OpenTurn,
  call: GatedCall,
  { hooks }: Pick<AgentDeps, "hooks">,
): Promise<GatedCall> {
  const { name: tool, args, effect, verdict } = call;
  if (!hooks || verdict.type === "deny") return call;
  const message = await hooks.toolBefore({ turn, chat: chat.id, person, tool, args, effect });
  return message === undefined
    ? call
    : { ...call, verdict: { type: "deny", code: "denied", message } };
}

/** Adds to a question what ids in its arguments stand for; that is shown where nobody but the requester reads it. */
async function withNames(
  turn: OpenTurn,
  call: GatedCall,
  deps: Parameters<typeof namesOf>[2],
): Promise<GatedCall> {
  const { id, name: tool, args, taint, verdict } = call;
  if (verdict.type !== "ask" || turn.chat.kind !== "direct") return call;
  const names = await namesOf(turn, { id, tool, args, taint }, deps);
  return names ? { ...call, verdict: { ...verdict, names } } : call;
}

/** Messages that joined the turn may have added rules. */
function hasSteered({ steps }: OpenTurn): boolean {
  return steps.some(({ n, input }) => n > 0 && input !== null);
}

type GateDeps = Pick<AgentDeps, "toolbox" | "rules" | "newId" | "unattended" | "question"> & {
  readonly grants: readonly Grant[];
  readonly policies: readonly ChatRule[];
  readonly overrides: readonly ToolOverride[];
  readonly plan: PlanGrant | undefined;
  readonly asking: RequestContext;
  readonly overLimit: string | undefined;
};

/** Why the limits forbid a call, so that nobody is asked about what cannot be done. */
async function overLimitOf(
  turn: OpenTurn,
  asked: ResponseCall,
  deps: AgentDeps,
): Promise<string | undefined> {
  const { name, args } = unwrapCall(asked);
  const spend = spendOf(deps.toolbox.get(name), args);
  return spend && deps.spendDenial(turn, spend);
}

function gateCall(
  turn: OpenTurn,
  asked: ResponseCall,
  { toolbox, rules, newId, asking, unattended, question, ...authority }: GateDeps,
): GatedCall {
  const { name, via, args } = unwrapCall(asked);
  const tool = toolbox.get(name);
  const argsHash = digestOf(args);
  const { grants, policies, overrides, plan, overLimit } = authority;
  const setting = {
    role: turn.role,
    kind: turn.chat.kind,
    rules,
    requires: toolbox.requires(name),
    overrides,
    grants,
    policies,
    plan,
    overLimit,
    unattended: unattended?.(turn.chat),
    question: (params: unknown) => question({ name, params, agent: turn.agent, language: "en" }),
    asking,
  };
  const verdict: GateVerdict = asked.argsError
    ? { type: "deny", code: "invalid", message: asked.argsError }
    : explained(gate({ name, args, argsHash }, tool, setting), { name, via }, () =>
        toolbox.offer(setting).find((one) => one.name === name),
      );
  const id = toId<"call">(newId());
  const taint = labelForWrites(tool, args, asking);
  const nature = effectAndReplay(tool, args);
  return { id, name, via, args, argsHash, ...nature, verdict, taint, expected: undefined };
}

/** Whoever called a tool of which they knew only a line may read its parameters, and try again. */
function explained(
  verdict: GateVerdict,
  { name, via }: Pick<UnwrappedCall, "name" | "via">,
  definition: () => ToolDefinition | undefined,
): GateVerdict {
  if (verdict.type !== "deny" || verdict.code !== "invalid" || via === null) return verdict;
  const params = definition()?.params;
  if (!params) return verdict;
  const message = `${verdict.message}\nThe parameters of ${name}: ${JSON.stringify(params)}`;
  return { ...verdict, message };
}

interface UnwrappedCall {
  readonly name: string;
  /** The generic tool that was used, if it was. */
  readonly via: string | null;
  readonly args: unknown;
}

/**
 * A call through the generic tool is the call that it names: it passes the same
 * gate and the same validation as a direct one.
 */
function unwrapCall({ name, args }: Pick<ResponseCall, "name" | "args">): UnwrappedCall {
  if (name !== GENERIC || !isRecord(args) || typeof args["name"] !== "string")
    return { name, via: null, args };
  const inner = args["arguments"] ?? {};
  // Models that know only chat completions tend to write arguments as text.
  const read = typeof inner === "string" ? parseJson(inner)?.value : undefined;
  return { name: args["name"], via: GENERIC, args: isRecord(read) ? read : inner };
}

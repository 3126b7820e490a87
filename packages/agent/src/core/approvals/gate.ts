import type { ArgumentRole, Effect, Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Grant } from "../../store/turns/approvals.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import { describeUnavailable } from "../../tools/unavailable-tool.ts";
import { findKeptFile } from "../../tools/find-kept-file.ts";
import { isAlwaysAsked } from "../../tools/tool-overrides.ts";
import { effectAndReplay, findDenial, type OfferContext } from "../../tools/toolbox.ts";
import type { GateVerdict } from "../turn-log.ts";
import type { PlanGrant } from "../plans/plan-grant.ts";
import { covers } from "./covers.ts";
import type { RequestContext } from "./flow/request-context.ts";
import { type FlowCheck, checkFlow } from "./flow/check-flow.ts";
import { readAmount } from "./read-amount.ts";
import { ruleVerdict } from "./rules/rule-verdict.ts";
import { defaultPrompt } from "./questions/approval-prompt.ts";
import { isCurrentChat } from "../../tools/is-current-chat.ts";

export interface GatedRequest {
  readonly name: string;
  readonly args: unknown;
  readonly argsHash: string;
}

/** `wait`: it is asked elsewhere. `allow`: the listed effects happen without a question. */
export interface Unattended {
  readonly policy: "wait" | "deny" | "allow";
  readonly effects: readonly Tool["effect"][];
}

export interface GateContext extends OfferContext {
  readonly grants: readonly Grant[];
  /** Rules of the chat; stronger than grants. */
  readonly policies?: readonly ChatRule[] | undefined;
  /** Name of what the tool needs and does not have. */
  readonly requires?: string | undefined;
  /** Fate of an approval where nobody can decide; without it, someone can. */
  readonly unattended?: Unattended | undefined;
  /** Grant of the plan that the call is part of; without it, the plan allows nothing more. */
  readonly plan?: PlanGrant | undefined;
  /** Words for the question, where the tool alone has none. */
  readonly question?: ((params: unknown) => string | undefined) | undefined;
  /** Why the limits forbid what the call spends; undefined while they do not. */
  readonly overLimit?: string | undefined;
  /** Everything that led to the call; without it, its arguments count as the requester's. */
  readonly asking?: RequestContext | undefined;
}

/**
 * Decides whether a call may run, by its effect, the requester's role, the chat, its rules and
 * lasting grants; never by what the model says about it.
 */
export function gate(
  { name, args, argsHash }: GatedRequest,
  tool: Tool | undefined,
  { grants, policies = [], asking, unattended, overLimit, requires, plan, ...setting }: GateContext,
): GateVerdict {
  if (!tool && requires) return deny("unavailable", describeUnavailable({ name, requires }));
  if (!tool)
    return deny(
      "missing",
      `Unknown tool: "${name}". Use one of the tools that are available to you.`,
    );

  const denial = findDenial(tool, setting);
  if (denial) return deny("denied", denial);

  const params = tool.params.safeParse(args);
  if (!params.success) return deny("invalid", z.prettifyError(params.error));

  const kept = findKeptFile(tool, args);
  if (kept !== undefined)
    return deny(
      "denied",
      `${kept} belongs to the agent: it can be read, but not replaced, moved or removed.`,
    );
  if (overLimit !== undefined) return deny("exhausted", overLimit);
  const { effect } = effectAndReplay(tool, args);
  const said = ruleVerdict(policies, { name, effect });
  if (said?.rule === "never")
    return deny("denied", `A rule in this chat forbids it: "${said.policy.text}"`);
  const isAsked =
    said !== undefined ||
    tool.isProposal === true ||
    tool.alwaysAsks?.(params.data) === true ||
    isAlwaysAsked(tool, setting.overrides ?? []);
  const flow = asking && checkFlow({ tool, args, effect }, asking);
  const egress =
    flow && (flow.egress.hosts > 0 || flow.egress.declared > 0) ? flow.egress : undefined;
  const allowed = { type: "allow", ...(egress && { egress }) } as const;
  if (!isAsked && isFree(tool, params.data, { effect, flow, asking })) return allowed;

  const call = { name, args, argsHash };
  const grant = isAsked ? undefined : grants.find((one) => covers(one, call, flow));
  if (grant) return { ...allowed, grant: grant.id };
  const isPlanned = plan !== undefined && name === plan.tool && effect === plan.effect;
  if (isPlanned && !isAsked && isShownInPlan(flow)) {
    const { approval, approver } = plan;
    return { ...allowed, plan: { approval, approver } };
  }
  const isOpen = !isAsked && (flow === undefined || flow.isTrusted || flow.isDerived);
  if (unattended?.policy === "allow" && isOpen && unattended.effects.includes(effect))
    return { ...allowed, isUnattended: true };
  if (unattended?.policy === "deny")
    return deny("denied", `${name} needs a person's approval, and no one can be asked here.`);
  const question =
    setting.question?.(params.data) ??
    tool.confirm?.(params.data, { language: "en" }) ??
    defaultPrompt(name);
  return { type: "ask", question, ...(flow && sourcesIn(flow)) };
}

function sourcesIn({ because, beside, quote }: FlowCheck) {
  if (because.length === 0 && beside.length === 0) return {};
  return { sources: { because, beside, ...(quote !== undefined && { quote }) } };
}

interface Circumstances {
  readonly effect: Effect;
  readonly flow: FlowCheck | undefined;
  readonly asking: RequestContext | undefined;
}

/** Checks whether a call needs nobody's approval. */
function isFree(tool: Tool, params: unknown, { effect, flow, asking }: Circumstances): boolean {
  switch (effect) {
    case "read":
    case "write":
      return !flow?.isOverBudget;
    case "send":
      if (!flow || !asking) return false;
      if (writesToCurrentChat(tool, params, asking)) return true;
      if (tool.staysWithPerson?.(params)) return flow.isTrusted || flow.isDerived;
      return flow.isOrdered && asking.policy.sendsDictated;
    case "pay":
      return flow !== undefined && flow.isOrdered && isWithinLimit(tool, params, asking);
    case "destroy":
    case "exec":
      return false;
  }
}

/** Checks whether a call writes into the very chat that is answered, as the answer itself does. */
function writesToCurrentChat(tool: Tool, params: unknown, asking: RequestContext): boolean {
  return tool.targetChat !== undefined && isCurrentChat(tool.targetChat(params), asking);
}

/** Checks whether the owner lets a payment of this size happen on the asker's order alone. */
function isWithinLimit(tool: Tool, params: unknown, asking: RequestContext | undefined): boolean {
  const spend = tool.spends?.(params);
  const limit = spend && readAmount(asking?.policy.payDictated[spend.asset] ?? "0");
  const amount = spend && readAmount(spend.amount);
  return amount !== undefined && limit !== undefined && amount <= limit;
}

/** Whoever allowed a plan saw whom and what its step names, and nothing that the model found since. */
function isShownInPlan(flow: FlowCheck | undefined): boolean {
  if (!flow) return true;
  if (flow.isOrdered || flow.isDerived) return true;
  const shown = flow.derived.filter(({ role }) => SHOWN.has(role));
  return flow.isTrusted && shown.every(({ from }) => from !== "composed");
}

const SHOWN: ReadonlySet<ArgumentRole> = new Set(["recipient", "host", "amount", "path"]);

function deny(code: string, message: string): GateVerdict {
  return { type: "deny", code, message };
}

import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Grant } from "../../store/turns/approvals.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import { describeUnavailable } from "../../tools/unavailable-tool.ts";
import { isAlwaysAsked } from "../../tools/tool-overrides.ts";
import { effectAndReplay, findDenial, type OfferContext } from "../../tools/toolbox.ts";
import type { GateVerdict } from "../turn-log.ts";
import type { PlanGrant } from "../plans/plan-grant.ts";
import { isCoveredByPlan } from "./covered-by-plan.ts";
import { covers } from "./covers.ts";
import { type RiskyCall, findRisk, writesToCurrentChat } from "./find-risk.ts";
import { ruleVerdict } from "./rules/rule-verdict.ts";
import { defaultPrompt } from "./questions/approval-prompt.ts";

/** Effects that a person confirms before they happen. */
const ASKED_EFFECTS: ReadonlySet<Tool["effect"]> = new Set(["pay", "destroy", "exec", "send"]);

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
  /** Sources of the words that led to the call; without it, its arguments count as the requester's. */
  readonly asking?: RiskyCall | undefined;
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

  if (overLimit !== undefined) return deny("exhausted", overLimit);
  const { effect } = effectAndReplay(tool, args);
  const said = ruleVerdict(policies, { name, effect });
  if (said?.rule === "never")
    return deny("denied", `A rule in this chat forbids it: "${said.policy.text}"`);
  const isAsked =
    said !== undefined || tool.isProposal === true || isAlwaysAsked(tool, setting.overrides ?? []);
  const concern = asking && findRisk(tool, params.data, asking);
  const isPlain = asking !== undefined && writesToCurrentChat(tool, params.data, asking);
  const isHarmless = isPlain || !ASKED_EFFECTS.has(effect);
  if (!isAsked && isHarmless && !concern?.asks) return { type: "allow" };
  // Whoever allowed any arguments did not mean those of somebody else.
  const covering = concern?.asks ? grants.filter((one) => one.argsHash !== null) : grants;
  const call = { name, args, argsHash };
  const grant = isAsked ? undefined : covering.find((one) => covers(one, call));
  if (grant) return { type: "allow", grant: grant.id };
  const isPlanned =
    plan !== undefined && isCoveredByPlan({ tool, params: params.data, effect }, plan, asking);
  if (isPlanned && !isAsked && !concern?.asks) {
    const { approval, approver } = plan;
    return { type: "allow", plan: { approval, approver } };
  }
  const isOpen = !isAsked && !concern?.asks;
  if (unattended?.policy === "allow" && isOpen && unattended.effects.includes(effect))
    return { type: "allow", isUnattended: true };
  if (unattended?.policy === "deny")
    return deny("denied", `${name} needs a person's approval, and no one can be asked here.`);
  const question =
    setting.question?.(params.data) ??
    tool.confirm?.(params.data, { language: "en" }) ??
    defaultPrompt(name);
  if (!concern) return { type: "ask", question };
  return { type: "ask", question: `${question} (${concern.note})`, origin: concern.origin };
}

function deny(code: string, message: string): GateVerdict {
  return { type: "deny", code, message };
}

import type { Tool } from "@reeve/sdk";
import type { Role } from "../../kernel/principal.ts";
import type { ApprovalId } from "../../kernel/ids.ts";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { isAlwaysAsked } from "../../tools/tool-overrides.ts";
import { findDenial } from "../../tools/toolbox.ts";
import { ruleVerdict } from "../approvals/rules/rule-verdict.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentDeps } from "./deps.ts";

/** Checks that hold when calls run, no matter what held when they were gated. */
export interface CurrentChecks {
  /** Somebody stopped the turn: nothing of it starts. */
  readonly isStopped: boolean;
  readonly overrides: readonly ToolOverride[];
  readonly policies: readonly ChatRule[];
  /** The ids of the grants that hold. */
  readonly grants: ReadonlySet<string>;
  /** The approval of the plan that the turn carries out, while it allows anything. */
  readonly plan: ApprovalId | undefined;
  /** Role that the turn has by now. */
  readonly role: Role;
}

/** Looked up right before calls run: rules set since take effect at once. */
export async function loadCurrentChecks(
  turn: OpenTurn,
  deps: Pick<
    AgentDeps,
    "overrides" | "isStopped" | "policies" | "grants" | "planGrant" | "roleNow"
  >,
): Promise<CurrentChecks> {
  return {
    overrides: await deps.overrides(turn),
    policies: await deps.policies(turn),
    grants: new Set((await deps.grants(turn)).map(({ id }) => id)),
    plan: (await deps.planGrant(turn))?.approval,
    role: await deps.roleNow(turn),
    isStopped: await deps.isStopped(turn),
  };
}

/** Why a call that was let through may not run any more; undefined when it may. */
export function findCurrentDenial(
  tool: Tool,
  { origin, effect, authority }: Pick<StoredCall, "origin" | "effect" | "authority">,
  { kind, rules, role, overrides, policies, grants, plan }: LeasedTx,
): string | undefined {
  const { name } = tool;
  const denial = findDenial(tool, { role, kind, rules, overrides });
  if (denial) return denial;
  const said = ruleVerdict(policies, { name, effect });
  if (said?.rule === "never") return `A rule in this chat forbids it: "${said.policy.text}"`;
  if (origin !== null) return undefined;
  if (said || isAlwaysAsked(tool, overrides))
    return `From now on, each call to ${name} needs approval. Call it again.`;
  if (isAllowedStill(authority, { grants, plan })) return undefined;
  return `The permission to run ${name} without approval was revoked. Call it again.`;
}

function isAllowedStill(
  authority: StoredCall["authority"],
  { grants, plan }: Pick<CurrentChecks, "grants" | "plan">,
): boolean {
  switch (authority?.by) {
    case "grant":
      return grants.has(authority.grant);
    case "approval":
      return authority.approval === plan;
    default:
      return true;
  }
}

interface LeasedTx extends Omit<CurrentChecks, "isStopped"> {
  readonly kind: OpenTurn["chat"]["kind"];
  readonly rules: AgentDeps["rules"];
}

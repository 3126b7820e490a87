import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Grant } from "../../store/approvals.ts";
import type { Policy } from "../../store/policies.ts";
import { sayUnavailable } from "../../tools/awaited-tool.ts";
import { natureOf, objectionTo, type Setting } from "../../tools/toolbox.ts";
import type { GateVerdict } from "../journal.ts";
import { policyVerdict } from "./policy-verdict.ts";

/** Effects that a person confirms before they happen. */
const ASKED_EFFECTS: ReadonlySet<Tool["effect"]> = new Set(["pay", "destroy", "exec", "send"]);

export interface GatedRequest {
  readonly name: string;
  readonly args: unknown;
  readonly argsHash: string;
}

export interface GateSetting extends Setting {
  readonly grants: readonly Grant[];
  /** What people laid down for the place; stronger than grants. */
  readonly policies?: readonly Policy[] | undefined;
  /** What a tool has to wait for that is known and not there. */
  readonly awaits?: string | undefined;
}

/**
 * What a call may do, decided by its effect, the asker's role, the place, its
 * policies and lasting grants; never by what the model says about it.
 */
export function gate(
  { name, args, argsHash }: GatedRequest,
  tool: Tool | undefined,
  { grants, policies = [], awaits, ...setting }: GateSetting,
): GateVerdict {
  if (!tool && awaits) return deny("unavailable", sayUnavailable({ name, awaits }));
  if (!tool)
    return deny("missing", `There is no tool "${name}". Use one of the tools that you were given.`);

  const objection = objectionTo(tool, setting);
  if (objection) return deny("denied", objection);

  const params = tool.params.safeParse(args);
  if (!params.success) return deny("invalid", z.prettifyError(params.error));

  const { effect } = natureOf(tool, args);
  const said = policyVerdict(policies, { name, effect });
  if (said?.rule === "never")
    return deny("denied", `A rule of this chat forbids it: "${said.policy.text}"`);
  const isFree = !ASKED_EFFECTS.has(effect) || grants.some(isFor(name, argsHash));
  if (isFree && !said) return { type: "allow" };
  return { type: "ask", question: tool.confirm?.(params.data) ?? `Run ${name}?` };
}

function deny(code: string, message: string): GateVerdict {
  return { type: "deny", code, message };
}

function isFor(tool: string, argsHash: string): (grant: Grant) => boolean {
  return (grant) => grant.tool === tool && (grant.argsHash === null || grant.argsHash === argsHash);
}

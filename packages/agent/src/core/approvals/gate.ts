import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Grant } from "../../store/approvals.ts";
import { objectionTo, type Setting } from "../../tools/toolbox.ts";
import type { GateVerdict } from "../journal.ts";

/** Effects that a person confirms before they happen. */
const ASKED_EFFECTS: ReadonlySet<Tool["effect"]> = new Set(["pay", "destroy", "exec", "send"]);

export interface GatedRequest {
  readonly name: string;
  readonly args: unknown;
  readonly argsHash: string;
}

/**
 * What a call may do, decided by its effect, the asker's role, the place and
 * lasting grants; never by what the model says about it.
 */
export function gate(
  { name, args, argsHash }: GatedRequest,
  tool: Tool | undefined,
  { grants, ...setting }: Setting & { readonly grants: readonly Grant[] },
): GateVerdict {
  if (!tool)
    return deny("missing", `There is no tool "${name}". Use one of the tools that you were given.`);

  const objection = objectionTo(tool, setting);
  if (objection) return deny("denied", objection);

  const params = tool.params.safeParse(args);
  if (!params.success) return deny("invalid", z.prettifyError(params.error));

  if (!ASKED_EFFECTS.has(tool.effect) || grants.some(isFor(name, argsHash)))
    return { type: "allow" };
  return { type: "ask", question: tool.confirm?.(params.data) ?? `Run ${name}?` };
}

function deny(code: string, message: string): GateVerdict {
  return { type: "deny", code, message };
}

function isFor(tool: string, argsHash: string): (grant: Grant) => boolean {
  return (grant) => grant.tool === tool && (grant.argsHash === null || grant.argsHash === argsHash);
}

import { isRecord } from "../../kernel/json.ts";
import { matchesGlob } from "../../kernel/matches-glob.ts";
import type { Grant } from "../../store/approvals.ts";

export interface CoveredCall {
  readonly name: string;
  readonly args: unknown;
  readonly argsHash: string;
}

/** Whether a grant is for this call, as far as its amount does not matter. */
export function covers(
  { tool, argsHash, pattern = {} }: Pick<Grant, "tool" | "argsHash" | "pattern">,
  call: CoveredCall,
): boolean {
  if (tool !== call.name) return false;
  if (argsHash !== null && argsHash !== call.argsHash) return false;
  return Object.entries(pattern).every(([argument, glob]) => {
    const text = textOf(call.args, argument);
    return text !== undefined && matchesGlob(text, glob);
  });
}

/** An argument as patterns see it; undefined for a list or an object, which none describes. */
function textOf(args: unknown, argument: string): string | undefined {
  const value = isRecord(args) ? args[argument] : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

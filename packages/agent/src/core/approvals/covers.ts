import type { ArgumentRole } from "@reeve/sdk";
import { isRecord } from "../../kernel/text/json.ts";
import { matchesGlob } from "../../kernel/text/matches-glob.ts";
import type { Grant } from "../../store/turns/approvals.ts";
import type { DerivedArgument } from "./flow/derive.ts";
import type { FlowCheck } from "./flow/check-flow.ts";
import { roleOfName } from "./sensitive-arguments.ts";

export interface CoveredCall {
  readonly name: string;
  readonly args: unknown;
  readonly argsHash: string;
}

/**
 * Whether a grant is for this call, as far as its amount does not matter. Whoever allowed any arguments, or a
 * pattern, did not mean those of somebody else: with untrusted text in the prompt, what the grant leaves open
 * must be the asker's own.
 */
export function covers(
  { tool, argsHash, pattern = {} }: Pick<Grant, "tool" | "argsHash" | "pattern">,
  call: CoveredCall,
  flow?: Pick<FlowCheck, "isTrusted" | "derived" | "isOrdered">,
): boolean {
  if (tool !== call.name) return false;
  if (argsHash !== null && argsHash !== call.argsHash) return false;
  if (argsHash === null && flow && !flow.isTrusted && !flow.isOrdered) {
    const isOpen = ({ name, from }: DerivedArgument) =>
      from === "composed" && (pattern[name]?.includes("*") ?? true);
    if (flow.derived.length === 0 || flow.derived.some(isOpen)) return false;
  }
  return Object.entries(pattern).every(([argument, glob]) => {
    const text = textOf(call.args, argument);
    if (text === undefined) return false;
    return matches(text, glob, roleOfName(argument));
  });
}

function matches(text: string, glob: string, role: ArgumentRole | undefined): boolean {
  if (role === "command") return matchesCommand(text, glob);
  // Whoever named a folder did not mean what lies above it.
  if (role === "path" && UPWARDS.test(text) && !UPWARDS.test(glob)) return false;
  return matchesGlob(text, glob);
}

const UPWARDS = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** There `*` stands for nothing by which a shell begins another command, or reads one. */
function matchesCommand(text: string, glob: string): boolean {
  const parts = glob.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(PLAIN)}$`).test(text);
}

const PLAIN = String.raw`[^;&|<>\`$(){}\\\n\r\0]*`;

/** An argument as patterns see it; undefined for a list or an object, which none describes. */
function textOf(args: unknown, argument: string): string | undefined {
  const value = isRecord(args) ? args[argument] : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

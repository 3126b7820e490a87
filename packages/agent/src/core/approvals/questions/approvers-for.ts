import type { Effect } from "@reeve/sdk";
import { matchesGlob } from "../../../kernel/text/matches-glob.ts";

/**
 * How many different people have to allow a call: two where its effect, its tool or a
 * pattern for its tool is listed, else one.
 */
export function approversFor(
  { tool, effect }: { readonly tool: string; readonly effect: Effect },
  twoPerson: readonly string[],
): number {
  return twoPerson.some((listed) => listed === effect || matchesGlob(tool, listed)) ? 2 : 1;
}

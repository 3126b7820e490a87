import { createHash } from "node:crypto";
import { INTEGRITIES, type Integrity } from "../../kernel/label.ts";

/** Returns the comment behind an entry by which a repeated append finds it. Invisible in rendered Markdown. */
export function markOf(key: string, integrity: Integrity = "owner"): string {
  const by = integrity === "owner" ? "" : ` by:${integrity}`;
  return `${beginningOf(key)}${by} -->`;
}

/** Returns the start of every mark of the key, whatever the integrity of the entry. */
export function beginningOf(key: string): string {
  return `<!-- id:${entryIdOf(key)}`;
}

/** Returns the ids of the entries in a text that are not the owner's, in their order. */
export function taintedEntriesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/<!-- id:([\da-f]{16}) by:[a-z]+ -->/g), ([, id = ""]) => id);
}

/** Returns the id of an entry, as its mark says it. */
export function entryIdOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

/** Returns the text without marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[ \n]*<!-- id:[\da-f]{16}(?: by:[a-z]+)? -->/g, "");
}

/**
 * Returns the integrity of the agent's entries in a text, the lowest of several. Undefined if the agent wrote
 * none of it.
 */
export function marksIn(text: string): Integrity | undefined {
  const found = [...text.matchAll(/<!-- id:[\da-f]{16}(?: by:([a-z]+))? -->/g)];
  if (found.length === 0) return undefined;
  const ranks = found.map(([, by = "owner"]) => rankOf(by));
  return INTEGRITIES[Math.max(...ranks)];
}

/** Returns the rank of an integrity; an overwritten mark counts as least trusted. */
function rankOf(by: string): number {
  const rank = INTEGRITIES.findIndex((integrity) => integrity === by);
  return rank === -1 ? INTEGRITIES.length - 1 : rank;
}

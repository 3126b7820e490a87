import { createHash } from "node:crypto";
import { INTEGRITIES, type Integrity } from "../../kernel/label.ts";

/** The comment behind an entry by which a repeated append finds it. Invisible in rendered Markdown. */
export function markOf(key: string, integrity: Integrity = "owner"): string {
  const by = integrity === "owner" ? "" : ` by:${integrity}`;
  return `${beginningOf(key)}${by} -->`;
}

/** What every mark of the key begins with, whoever stood behind the entry. */
export function beginningOf(key: string): string {
  return `<!-- id:${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
}

/** The text as it is meant to be read. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[ \n]*<!-- id:[\da-f]{16}(?: by:[a-z]+)? -->/g, "");
}

/**
 * Who stands behind the entries of the agent in a text: of several the least
 * trusted. Undefined where the agent wrote nothing.
 */
export function marksIn(text: string): Integrity | undefined {
  const found = [...text.matchAll(/<!-- id:[\da-f]{16}(?: by:([a-z]+))? -->/g)];
  if (found.length === 0) return undefined;
  const ranks = found.map(([, by = "owner"]) => rankOf(by));
  return INTEGRITIES[Math.max(...ranks)];
}

/** What was written over counts as least trusted. */
function rankOf(by: string): number {
  const rank = INTEGRITIES.findIndex((integrity) => integrity === by);
  return rank === -1 ? INTEGRITIES.length - 1 : rank;
}

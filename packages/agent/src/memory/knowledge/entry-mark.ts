import { createHash } from "node:crypto";

/** The comment behind an entry by which a repeated append finds it. Invisible in rendered Markdown. */
export function markOf(key: string): string {
  return `<!-- id:${createHash("sha256").update(key).digest("hex").slice(0, 16)} -->`;
}

/** The text as it is meant to be read. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[ \n]*<!-- id:[\da-f]{16} -->/g, "");
}

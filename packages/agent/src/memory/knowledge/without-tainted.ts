import { type Integrity, isAtLeastAsTrusted } from "../../kernel/label.ts";
import { marksIn } from "./entry-mark.ts";

/** Returns the text without entries of the agent whose integrity is below `least`. */
export function withoutTainted(text: string, least: Integrity): string {
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    kept.push(line);
    const by = marksIn(line);
    if (by === undefined || isAtLeastAsTrusted(by, least)) continue;
    const start = kept.findLastIndex((one) => one.startsWith("- "));
    kept.length = start === -1 ? kept.length - 1 : start;
  }
  return kept.join("\n");
}

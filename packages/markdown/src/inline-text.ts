import type { Inline } from "./markdown.ts";

/** Returns the words of running text alone, without the addresses that links lead to. */
export function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => ("children" in inline ? inlineText(inline.children) : inline.text))
    .join("");
}

const RULE = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Whether the head of a table stands in the line `at`, and the rule below it. */
export function isTable(lines: readonly string[], at: number): boolean {
  const head = lines[at] ?? "";
  const rule = lines[at + 1] ?? "";
  return head.includes("|") && rule.includes("-") && rule.includes("|") && RULE.test(rule);
}

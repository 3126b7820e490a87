const RULE = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Checks whether line `at` is the head of a table, followed by its rule. */
export function isTable(lines: readonly string[], at: number): boolean {
  const head = lines[at] ?? "";
  const rule = lines[at + 1] ?? "";
  return head.includes("|") && rule.includes("-") && rule.includes("|") && RULE.test(rule);
}

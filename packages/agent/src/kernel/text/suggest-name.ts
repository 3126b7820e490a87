/**
 * Returns the known name closest to `name`: at most a third of its letters (and never less than two)
 * differ. Ignores case.
 */
export function suggestName(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(2, Math.floor(name.length / 3));
  let best: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= limit && edits < candidate.length && edits < (best?.edits ?? Infinity))
      best = { name: candidate, edits };
  }
  return best?.name;
}

/** Levenshtein distance, one row of the table at a time. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (one[index] === other[column - 1] ? 0 : 1);
      const dropped = (row[column] ?? 0) + 1;
      const added = (next[column - 1] ?? 0) + 1;
      next.push(Math.min(replaced, dropped, added));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Lines that people read, or a sentence where there are none. */
export function linesOf<Item>(
  items: readonly Item[],
  line: (item: Item) => string,
  none: string,
): string {
  return items.length === 0 ? none : items.map(line).join("\n");
}

export const DELETED = "Deleted. To undo: reeve undo";

const LENGTH = 4;

/**
 * The pieces of four letters that terms consist of, beginnings and ends marked: compounds,
 * unknown endings and slips of the pen share most of theirs.
 */
export function toGrams(terms: readonly string[]): readonly string[] {
  return terms.flatMap((term) => {
    const marked = ` ${term} `;
    if (marked.length <= LENGTH) return [marked];
    return Array.from({ length: marked.length - LENGTH + 1 }, (_, at) =>
      marked.slice(at, at + LENGTH),
    );
  });
}

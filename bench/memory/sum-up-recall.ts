/** Recall result for one question. */
export interface QuestionRecall {
  readonly conversation: string;
  readonly category: number;
  /** One for each depth. */
  readonly recalls: readonly number[];
}

/**
 * Means over all questions, `recall@10`, over those of each category, `recall@10_1`, and over
 * those of the worst conversation, `recall@10_worst`.
 */
export function sumUpRecall(
  results: readonly QuestionRecall[],
  depths: readonly number[],
): Readonly<Record<string, number>> {
  const categories = [...new Set(results.map(({ category }) => category))].toSorted(
    (one, other) => one - other,
  );
  const meansOf = (some: readonly QuestionRecall[], suffix: string) =>
    depths.map((depth, at): [string, number] => [
      `recall@${depth}${suffix}`,
      some.reduce((sum, { recalls }) => sum + (recalls[at] ?? 0), 0) / some.length,
    ]);
  const conversations = [...new Set(results.map(({ conversation }) => conversation))].map((id) =>
    meansOf(
      results.filter(({ conversation }) => conversation === id),
      "_worst",
    ),
  );
  const worst = depths.map((_, at) =>
    conversations
      .flatMap((means) => means.slice(at, at + 1))
      .reduce((one, other) => (other[1] < one[1] ? other : one)),
  );
  return Object.fromEntries([
    ...meansOf(results, ""),
    ...worst,
    ...categories.flatMap((category) =>
      meansOf(
        results.filter((result) => result.category === category),
        `_${category}`,
      ),
    ),
  ]);
}

import { expect, test } from "vitest";
import { type Fit, isRelevant, distinctiveWords, dropWeakHits } from "./distinctive-words.ts";

const fit = (text: string, score: number, similarity?: number): Fit => ({
  text,
  score,
  similarity,
});

test("nothing is told where nothing bears on the text", () => {
  const hits = [fit("The rent is due in May.", 1, 0.2), fit("We like tea.", 0.9)];
  expect(dropWeakHits(hits, distinctiveWords("who won the match yesterday?"))).toEqual([]);
  expect(dropWeakHits([], distinctiveWords("who won?"))).toEqual([]);
});

test("what is near the best is told beside it, what is far behind is not", () => {
  const best = fit("The rent is due in May.", 1, 0.55);
  const next = fit("Yes, on the third.", 0.7, 0.1);
  const far = fit("We like tea.", 0.3, 0.1);
  expect(
    dropWeakHits([best, next, far], distinctiveWords("when do I have to pay for the flat?")),
  ).toEqual([best, next]);
});

test.for([
  ["is the rent due in May?", true],
  ["what about the rent?", false],
  ["wann ist die Miete fällig?", false],
] as const)(
  "by words alone, %s is answered by a text that has most of them: %s",
  ([text, told]) => {
    expect(isRelevant(fit("The rent is due in May.", 1), distinctiveWords(text))).toBe(told);
  },
);

test("a text of the same meaning is told whatever its words", () => {
  expect(
    isRelevant(fit("Die Miete ist im Mai fällig.", 1, 0.6), distinctiveWords("when is rent due?")),
  ).toBe(true);
});

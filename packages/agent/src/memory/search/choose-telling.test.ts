import { expect, test } from "vitest";
import { type Fit, isTelling, tellingWords, withoutWeak } from "./choose-telling.ts";

const fit = (text: string, score: number, similarity?: number): Fit => ({
  text,
  score,
  similarity,
});

test("nothing is told where nothing bears on the text", () => {
  const hits = [fit("The rent is due in May.", 1, 0.2), fit("We like tea.", 0.9)];
  expect(withoutWeak(hits, tellingWords("who won the match yesterday?"))).toEqual([]);
  expect(withoutWeak([], tellingWords("who won?"))).toEqual([]);
});

test("what is near the best is told beside it, what is far behind is not", () => {
  const best = fit("The rent is due in May.", 1, 0.55);
  const next = fit("Yes, on the third.", 0.7, 0.1);
  const far = fit("We like tea.", 0.3, 0.1);
  expect(
    withoutWeak([best, next, far], tellingWords("when do I have to pay for the flat?")),
  ).toEqual([best, next]);
});

test.for([
  ["is the rent due in May?", true],
  ["what about the rent?", false],
  ["wann ist die Miete fällig?", false],
] as const)(
  "by words alone, %s is answered by a text that has most of them: %s",
  ([text, told]) => {
    expect(isTelling(fit("The rent is due in May.", 1), tellingWords(text))).toBe(told);
  },
);

test("a text of the same meaning is told whatever its words", () => {
  expect(
    isTelling(fit("Die Miete ist im Mai fällig.", 1, 0.6), tellingWords("when is rent due?")),
  ).toBe(true);
});

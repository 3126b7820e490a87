import { expect, test } from "vitest";
import { countTokens } from "./count-tokens.ts";
import { TOKEN_SAMPLES } from "./testing/token-samples.ts";

test.each(TOKEN_SAMPLES)("$name: at most a tenth too low, at most half too high", (sample) => {
  const ratio = countTokens(sample.text) / sample.tokens;
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.5);
});

/** How far a way to count is off, on average. */
function error(count: (text: string) => number): number {
  const errors = TOKEN_SAMPLES.map(({ text, tokens }) => Math.abs(count(text) / tokens - 1));
  return errors.reduce((sum, one) => sum + one, 0) / errors.length;
}

test("errs less than characters by 3.5 do, over all samples", () => {
  const mean = error(countTokens);
  expect(mean).toBeLessThan(0.2);
  expect(mean).toBeLessThan(error((text) => Math.ceil(text.length / 3.5)) / 1.5);
});

test("nothing is nothing, and a longer text is never less", () => {
  expect(countTokens("")).toBe(0);
  const text = TOKEN_SAMPLES.map((sample) => sample.text).join("\n");
  const counts = Array.from({ length: 200 }, (_, at) => countTokens(text.slice(0, at * 10)));
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
});

test("a long text has the same count each time, also after many others", () => {
  const text = "A reeve ran an estate. ".repeat(20);
  const first = countTokens(text);
  const others = Array.from({ length: 30 }, (_, at) => `${at} `.repeat(50_000));
  for (const other of others) countTokens(other);
  expect(countTokens(text)).toBe(first);
  expect(countTokens(`${text}.`)).toBe(first + 1);
});

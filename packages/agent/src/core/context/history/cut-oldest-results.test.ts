import { assert, integer, array, property } from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { TranscriptItem } from "../../../kernel/transcript.ts";
import { costOfAll } from "../tokens/estimate-tokens.ts";
import { cutOldestResults } from "./cut-oldest-results.ts";

function step(n: number, words: number): TranscriptItem {
  const text = `result ${n}: ${"word ".repeat(words)}`;
  const call = { id: toId<"call">(`c${n}`), name: "read", args: { n } };
  return { type: "step", text: "", calls: [{ ...call, result: { type: "value", text } }] };
}

const asked: TranscriptItem = { type: "input", text: "Read them all." };
const turnOf = (sizes: readonly number[]) => [asked, ...sizes.map((words, n) => step(n, words))];

function lengthsOf(units: readonly TranscriptItem[]): readonly number[] {
  return units.flatMap((unit) =>
    unit.type === "step"
      ? unit.calls.map(({ result }) => (result.type === "value" ? result.text.length : 0))
      : [],
  );
}

test("a turn within its budget stays as it is", () => {
  const units = turnOf([100, 100]);
  expect(cutOldestResults(units, 1000)).toEqual(units);
});

test("the oldest results are cut first, and the newest stays whole", () => {
  const units = turnOf([900, 900, 900, 900, 900]);
  const cut = cutOldestResults(units, 4000);
  const whole = lengthsOf(units);
  const lengths = lengthsOf(cut);
  expect(costOfAll(cut)).toBeLessThanOrEqual(4000);
  const isCut = lengths.map((length, at) => length < (whole[at] ?? 0));
  expect([isCut[0], isCut.at(-1)]).toEqual([true, false]);
  expect(isCut).toEqual(isCut.toSorted((a, b) => Number(b) - Number(a)));
});

test("a single result that is too large is left to others to cut", () => {
  const units = turnOf([100, 9000]);
  expect(cutOldestResults(units, 4000).at(-1)).toEqual(units.at(-1));
});

test("as a turn grows, what was cut stays cut, and the prefix changes at few steps", () => {
  assert(
    property(array(integer({ min: 200, max: 1500 }), { minLength: 4, maxLength: 40 }), (sizes) => {
      let changes = 0;
      let before: readonly TranscriptItem[] = [];
      for (const [at] of sizes.entries()) {
        const now = cutOldestResults(turnOf(sizes.slice(0, at + 1)), 6000);
        const shared = now.slice(0, before.length);
        if (JSON.stringify(shared) !== JSON.stringify(before)) changes += 1;
        const lengths = lengthsOf(now);
        for (const [index, length] of lengthsOf(before).entries())
          expect(lengths[index]).toBeLessThanOrEqual(length);
        before = now;
      }
      expect(changes).toBeLessThanOrEqual(Math.ceil(sizes.length / 2));
    }),
    { numRuns: 60 },
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countEvent, type EventCount, LOOP_LIMIT } from "./bot-loop.ts";

/** Returns the verdicts on events at these moments. */
function story(moments: readonly number[]) {
  let heard: EventCount | undefined;
  return moments.map((at) => {
    const { heard: after, verdict, isFirst } = countEvent(heard, at);
    heard = after;
    return { at, verdict, isFirst };
  });
}

test("twenty events a minute are heard, the next is told once and ignored, until it is quiet", () => {
  const busy = Array.from({ length: 25 }, (_, index) => index * 1000);
  const told = story([...busy, 24_000 + LOOP_LIMIT.withinMs, 25_000 + LOOP_LIMIT.withinMs]);
  expect(told.filter(({ verdict }) => verdict === "ignore").map(({ at }) => at)).toEqual([
    20_000, 21_000, 22_000, 23_000, 24_000,
  ]);
  expect(told.filter(({ isFirst }) => isFirst).map(({ at }) => at)).toEqual([20_000]);
});

test("who goes on while being ignored stays ignored", () => {
  const steady = Array.from({ length: 200 }, (_, index) => index * 2500);
  const told = story(steady);
  const from = told.findIndex(({ verdict }) => verdict === "ignore");
  expect(from).toBe(20);
  expect(told.slice(from).every(({ verdict }) => verdict === "ignore")).toBe(true);
});

test("however events come, no more than twenty of any minute are heard", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6000), { minLength: 40, maxLength: 200, size: "max" }), (gaps) => {
      let now = 0;
      const told = story(gaps.map((gap) => (now += gap)));
      const taken = told.filter(({ verdict }) => verdict === "take").map(({ at }) => at);
      for (const at of taken) {
        const within = taken.filter((one) => one > at - LOOP_LIMIT.withinMs && one <= at);
        expect(within.length).toBeLessThanOrEqual(LOOP_LIMIT.most);
      }
    }),
  );
});

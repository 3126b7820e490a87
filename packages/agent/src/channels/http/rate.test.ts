import { expect, test } from "vitest";
import { createRate } from "./rate.ts";

function clockAt(start: number) {
  let now = start;
  return { now: () => now, pass: (ms: number) => void (now += ms) };
}

test("as many as are allowed pass at once, and again one after the other", () => {
  const clock = clockAt(0);
  const rate = createRate({ perMinute: 2, clock });
  expect([rate.take("a"), rate.take("a"), rate.take("a"), rate.take("b")]).toEqual([0, 0, 30, 0]);
  clock.pass(30_000);
  expect([rate.look("a"), rate.take("a"), rate.take("a")]).toEqual([0, 0, 30]);
});

test("of very many, those who came last are remembered", () => {
  const clock = clockAt(0);
  const rate = createRate({ perMinute: 1, clock });
  rate.take("first");
  rate.take("second");
  for (let at = 0; at < 9_998; at++) rate.take(`other ${at}`);
  expect(rate.take("first")).toBe(60);
  rate.take("one more");
  expect([rate.look("first"), rate.look("second")]).toEqual([60, 0]);
});

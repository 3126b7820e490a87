import { expect, test } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

test("each key has its own limit, which is over after a while", () => {
  let now = 0;
  const limit = createRateLimit({ max: 2, withinMs: 10, clock: { now: () => now } });
  const take = () => [limit.take("a"), limit.take("b")];
  expect([take(), take(), take()]).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
  now = 9;
  expect(limit.take("a")).toBe(false);
  now = 10;
  expect(limit.take("a")).toBe(true);
});

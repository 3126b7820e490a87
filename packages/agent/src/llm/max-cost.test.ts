import { expect, test } from "vitest";
import type { ModelPrice } from "./catalog.ts";
import { maxCost, highestPrice } from "./max-cost.ts";

const plain: ModelPrice = {
  input: 2_000n,
  output: 8_000n,
  cacheRead: 500n,
  cacheWrite: 0n,
  tiers: [],
};
const tiered: ModelPrice = {
  input: 1_000n,
  output: 9_000n,
  cacheRead: 100n,
  cacheWrite: 1_250n,
  tiers: [{ above: 100, input: 3_000n, output: 12_000n, cacheRead: 300n, cacheWrite: 3_750n }],
};

test("a request costs what its tokens cost, rounded up", () => {
  expect(maxCost({ inputTokens: 1_000_000, outputTokens: 500_000 }, plain)).toBe(6_000n);
  expect(maxCost({ inputTokens: 1, outputTokens: 0 }, plain)).toBe(1n);
});

test("all of it may be written into a cache for an hour, at the rates of a long request", () => {
  expect(maxCost({ inputTokens: 100, outputTokens: 1_000_000 }, tiered)).toBe(9_001n);
  expect(maxCost({ inputTokens: 1_000_000, outputTokens: 0 }, tiered)).toBe(6_000n);
});

test("a chain is as dear as the dearest of its models, at any length", () => {
  expect(highestPrice([undefined])).toBeUndefined();
  expect(highestPrice([undefined, plain])).toBe(plain);
  expect(highestPrice([plain, undefined, tiered])).toEqual({
    input: 2_000n,
    output: 9_000n,
    cacheRead: 500n,
    cacheWrite: 1_250n,
    tiers: [{ above: 100, input: 3_000n, output: 12_000n, cacheRead: 500n, cacheWrite: 3_750n }],
  });
});

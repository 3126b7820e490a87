import { expect, test } from "vitest";
import { toUsage } from "./to-usage.ts";
import type { VendorUsage } from "./vendor.ts";

const rates = {
  input: 3_000_000_000n,
  output: 15_000_000_000n,
  cacheRead: 300_000_000n,
  cacheWrite: 3_750_000_000n,
};
const price = { ...rates, tiers: [{ above: 1000, ...rates, input: 6_000_000_000n }] };

function counted(
  input: Partial<VendorUsage["inputTokens"]>,
  raw: NonNullable<VendorUsage["raw"]> = {},
): VendorUsage {
  const none = { total: undefined, noCache: undefined, cacheRead: undefined };
  return {
    inputTokens: { ...none, cacheWrite: undefined, ...input },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    raw,
  };
}

test("what is kept for an hour costs twice the input, the rest the write price", () => {
  const raw = { cache_creation: { ephemeral_1h_input_tokens: 100 } };
  const usage = toUsage(counted({ total: 300, cacheWrite: 300 }, raw), price);
  // 200 × 3.75 + 100 × 6 dollars a million
  expect(usage.costNano).toBe(1_350_000n);
});

test("a tier holds above its limit, not at it", () => {
  expect(toUsage(counted({ total: 1000 }), price).costNano).toBe(3_000_000n);
  expect(toUsage(counted({ total: 1001 }), price).costNano).toBe(6_006_000n);
});

test("rounds half a billionth up", () => {
  const cheap = { ...price, input: 500_000n, tiers: [] };
  expect(toUsage(counted({ total: 1 }), cheap).costNano).toBe(1n);
  expect(toUsage(counted({ total: 1 }), { ...cheap, input: 499_999n }).costNano).toBe(0n);
});

test("the provider's own bill counts more than the catalog; without either there is no cost", () => {
  expect(toUsage(counted({ total: 1000 }, { cost: 0.00123 }), price).costNano).toBe(1_230_000n);
  expect(toUsage(counted({ total: 1000 }), undefined)).not.toHaveProperty("costNano");
});

test("adds the kinds of input up where the provider gives no sum", () => {
  const usage = toUsage(counted({ noCache: 1, cacheRead: 2, cacheWrite: 4 }), undefined);
  expect(usage).toEqual({
    inputTokens: 7,
    cachedTokens: 2,
    cacheWriteTokens: 4,
    outputTokens: 0,
    reasoningTokens: 0,
  });
});

import { expect, test } from "vitest";
import { parsePrice } from "./parse-price.ts";

test("a price is read in dollars per million tokens, input before output", () => {
  expect(parsePrice("0.25/15")).toEqual({
    input: 250_000_000n,
    output: 15_000_000_000n,
    cacheRead: 250_000_000n,
    cacheWrite: 250_000_000n,
    tiers: [],
  });
});

test.each(["3", "a/b", "3/", "/15"])("%j is no price", (text) => {
  expect(() => parsePrice(text)).toThrow("is not a valid dollar amount");
});

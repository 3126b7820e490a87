import { expect, test } from "vitest";
import { canonicalAddress } from "./ton-address.ts";

const HASH = "ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e";

test.each([
  "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF",
  "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA",
  "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF",
  `0:${HASH}`,
  `0:${HASH.toUpperCase()}`,
])("%s is one account", (written) => {
  expect(canonicalAddress(written)).toBe(`0:${HASH}`);
});

test.each(["TON", "Stars", "EQshop", "0:12"])("%s is no address and stays", (text) => {
  expect(canonicalAddress(text)).toBe(text);
});

test("accounts of the masterchain are others", () => {
  expect(canonicalAddress("Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF")).toBe(
    `-1:${"33".repeat(32)}`,
  );
});

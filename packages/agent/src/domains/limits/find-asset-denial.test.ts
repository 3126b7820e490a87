import { expect, test } from "vitest";
import { decimalsOf } from "./find-asset-denial.ts";

test("Stars have no decimals, other assets have nine, unless their limit says otherwise", () => {
  expect(decimalsOf("Stars", undefined)).toBe(0);
  expect(decimalsOf("TON", undefined)).toBe(9);
  expect(decimalsOf("USDT", { decimals: 6 })).toBe(6);
  expect(decimalsOf("Stars", { decimals: 2 })).toBe(2);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sumDecimals } from "./sum-decimals.ts";

test.each([
  [[], "0"],
  [["0.1", "0.2"], "0.3"],
  [["1.5", "-1.5"], "0"],
  [["-0.05"], "-0.05"],
  [["2", "-1.1"], "0.9"],
  [["0.000000001", "100000000000000000000"], "100000000000000000000.000000001"],
  [["10", "20"], "30"],
  [["-1.25", "-0.75"], "-2"],
])("adds up %j to %s", (decimals, sum) => {
  expect(sumDecimals(decimals)).toBe(sum);
});

test("a sum is exact, in any order", () => {
  const amount = fc.record({
    nano: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    places: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(amount), (amounts) => {
      const nano = amounts.map((one) => one.nano * 10n ** BigInt(9 - one.places));
      const decimals = nano.map(formatNano);
      const sum = formatNano(nano.reduce((total, one) => total + one, 0n));
      expect(sumDecimals(decimals)).toBe(trimmed(sum));
      expect(sumDecimals(decimals.toReversed())).toBe(trimmed(sum));
    }),
  );
});

function formatNano(nano: bigint): string {
  const size = nano < 0n ? -nano : nano;
  const fraction = String(size % 10n ** 9n).padStart(9, "0");
  return `${nano < 0n ? "-" : ""}${size / 10n ** 9n}.${fraction}`;
}

function trimmed(decimal: string): string {
  return decimal.replace(/\.?0+$/, "");
}

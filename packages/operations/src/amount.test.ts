import * as fc from "fast-check";
import { expect, test } from "vitest";
import { amount, unsignedAmount } from "./amount.ts";

test.each([
  [12, "12"],
  [0.1, "0.1"],
  [-1.1, "-1.1"],
  [0, "0"],
  [-0, "0"],
  [1e21, "1000000000000000000000"],
  [1.5e21, "1500000000000000000000"],
  [1e-7, "0.0000001"],
  [-1.25e-9, "-0.00000000125"],
  ["12.50", "12.5"],
  ["007", "7"],
  ["-0.00", "0"],
  ["100", "100"],
  ["0.000000001", "0.000000001"],
  ["12345678901234567890.123456789", "12345678901234567890.123456789"],
])("takes %j as %s", (given, text) => {
  expect(amount().parse(given)).toBe(text);
});

test.each(["", "1,5", "1.", ".5", "1e3", "+1", "0x1", "NaN", " 1", "1 TON", "9".repeat(61)])(
  "refuses %j",
  (given) => {
    expect(amount().safeParse(given).success).toBe(false);
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, true, null])("refuses %s", (given) => {
  expect(amount().safeParse(given).success).toBe(false);
});

test("an amount that cannot be negative is refused below nothing only", () => {
  expect(unsignedAmount().safeParse(-0.5).success).toBe(false);
  expect(unsignedAmount().safeParse("-5").success).toBe(false);
  expect(unsignedAmount().parse("-0")).toBe("0");
  expect(unsignedAmount().parse("0.5")).toBe("0.5");
});

test("the text of a number means that number, and is its own spelling", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e25, max: 1e25, noNaN: true }), (number) => {
      fc.pre(number === 0 || Math.abs(number) > 1e-25);
      const text = amount().parse(number);
      expect(Number(text)).toBe(number === 0 ? 0 : number);
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
      expect(amount().parse(text)).toBe(text);
    }),
  );
});

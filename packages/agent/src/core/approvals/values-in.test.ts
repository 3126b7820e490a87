import { expect, test } from "vitest";
import { exactNumbersIn } from "./values-in.ts";

test.each([
  ["1,000.50", ["1000.5"]],
  ["0.5", ["0.5"]],
  ["0,5", ["5"]],
  ["3 TON and 40", ["3", "40"]],
  ["100", ["100"]],
] as const)("a machine writes a point before the decimals: %s", (text, values) => {
  expect(exactNumbersIn(text)).toEqual(values);
});

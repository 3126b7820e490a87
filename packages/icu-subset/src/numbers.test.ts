import { expect, test } from "vitest";
import { formatNumber, pluralOf } from "./numbers.ts";

test.each([
  [0, "many"],
  [1, "one"],
  [3, "few"],
  [11, "many"],
  [21, "one"],
])("%i is %s in Russian", (count, category) => {
  expect(pluralOf(count, "ru")).toBe(category);
});

test("a number is written as its language writes it", () => {
  expect(formatNumber(1234567, "en")).toBe("1,234,567");
  expect(formatNumber(1234567, "de")).toBe("1.234.567");
});

import { expect, test } from "vitest";
import { tellCount, tellNumber } from "./tell-count.ts";

const days = {
  one: "{count} день",
  few: "{count} дня",
  many: "{count} дней",
  other: "{count} дня",
};

test.each([
  [0, "0 дней"],
  [1, "1 день"],
  [3, "3 дня"],
  [11, "11 дней"],
  [21, "21 день"],
])("%i is told in the form that Russian has for it", (count, told) => {
  expect(tellCount(days, count, "ru")).toBe(told);
});

test("a form that is left out is the last one", () => {
  expect(tellCount({ other: "{count} lines" }, 1, "en")).toBe("1 lines");
});

test("a number is written as its language writes it", () => {
  expect(tellNumber(1234567, "en")).toBe("1,234,567");
  expect(tellNumber(1234567, "de")).toBe("1.234.567");
  expect(tellCount({ other: "{count} Zeilen" }, 1200, "de")).toBe("1.200 Zeilen");
});

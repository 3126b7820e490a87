import { expect, test } from "vitest";
import { withFrenchOrdinal } from "./french-ordinal.ts";

test.each([
  ["fr", "1 novembre", "1er novembre"],
  ["fr-CA", "dim. 1 nov. 2026", "dim. 1er nov. 2026"],
  ["fr", "dimanche 11 janvier 2021", "dimanche 11 janvier 2021"],
  ["it", "1 novembre", "1 novembre"],
])("in %s, %j is %j", (language, date, told) => {
  expect(withFrenchOrdinal(date, language)).toBe(told);
});

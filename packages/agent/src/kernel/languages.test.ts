import { expect, test } from "vitest";
import { matchLanguage } from "./languages.ts";

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["pt_BR", "pt"],
  ["UK", "uk"],
  ["zh-Hans", "en"],
  ["", "en"],
  [null, "en"],
  [undefined, "en"],
])("%s is spoken to in %s", (tag, language) => {
  expect(matchLanguage(tag)).toBe(language);
});

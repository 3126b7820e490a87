import { expect, test } from "vitest";
import { LANGUAGES } from "../kernel/languages.ts";
import { texts } from "./texts.ts";

test.each(LANGUAGES)("in %s a greeting says how to go on", (language) => {
  expect(texts(`${language}-XX`).greeting.helpHint).toContain("/help");
});

test("who speaks none of the languages is answered in English", () => {
  const english = texts(undefined);
  expect(texts("tlh")).toBe(english);
  expect(texts("constructor")).toBe(english);
});

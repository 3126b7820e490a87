import { expect, test } from "vitest";
import { commandAnswersIn } from "./command-answers.ts";
import { SUMMARY_LANGUAGES } from "./command-summaries.ts";

test.each(["en", ...SUMMARY_LANGUAGES])("in %s a greeting says how to go on", (language) => {
  expect(commandAnswersIn(`${language}-XX`).helpHint).toContain("/help");
});

test("who speaks none of the languages is answered in English", () => {
  const english = commandAnswersIn(undefined);
  expect(commandAnswersIn("tlh")).toBe(english);
  expect(commandAnswersIn("constructor")).toBe(english);
});

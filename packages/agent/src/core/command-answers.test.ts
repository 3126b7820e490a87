import { expect, test } from "vitest";
import { commandAnswersIn } from "./command-answers.ts";
import { SUMMARY_LANGUAGES } from "./command-summaries.ts";

test.each(["en", ...SUMMARY_LANGUAGES])("in %s a greeting names who is meant", (language) => {
  const { hello, helpHint } = commandAnswersIn(`${language}-XX`);
  expect(hello.owner.match(/\{\w+\}/g)).toEqual(["{name}"]);
  expect(hello.others.match(/\{\w+\}/g)).toEqual(["{name}", "{owner}"]);
  expect(helpHint).toContain("/help");
});

test("each language has words of its own, and others are answered in English", () => {
  const answers = SUMMARY_LANGUAGES.map((language) => commandAnswersIn(language).newSession);
  const english = commandAnswersIn(undefined);
  expect(new Set([...answers, english.newSession]).size).toBe(SUMMARY_LANGUAGES.length + 1);
  expect(commandAnswersIn("tlh")).toBe(english);
  expect(commandAnswersIn("constructor")).toBe(english);
});

import { expect, test } from "vitest";
import { fitProfile, remainingChars } from "./fit-profile.ts";

test("a text that fits is one paragraph", () => {
  expect(fitProfile(" Ann likes tea.\n\nAnd cake. ", "")).toBe("Ann likes tea. And cake.");
});

test("what was written by hand keeps its chat, the rest keeps whole sentences", () => {
  const fixed = "x".repeat(780);
  expect(remainingChars(fixed)).toBe(19);
  expect(fitProfile("Ann likes tea. And cake.", fixed)).toBe("Ann likes tea.");
  expect(fitProfile("Ann likes tea, cake and coffee.", fixed)).toBe("");
  expect(remainingChars("x".repeat(800))).toBe(0);
  expect(remainingChars("")).toBe(800);
});

import { expect, test } from "vitest";
import { countTokens } from "../../../llm/count-tokens.ts";
import { fallbackSummary } from "./fallback-summary.ts";

test("the beginnings of what was said last stay, behind the summary before", () => {
  const texts = ["an old one", `a long\n\none ${"x".repeat(200)}`, "the newest"];
  expect(fallbackSummary({ before: "They met.", texts }, 47)).toBe(
    `They met.\n- a long one ${"x".repeat(148)}…\n- the newest`,
  );
});

test("it is never longer than asked", () => {
  const texts = Array.from({ length: 50 }, (_, index) => `message ${index} of many`);
  const told = { before: "They met. ".repeat(100), texts };
  for (const tokens of [0, 1, 10, 50, 400])
    expect(countTokens(fallbackSummary(told, tokens))).toBeLessThanOrEqual(tokens);
});

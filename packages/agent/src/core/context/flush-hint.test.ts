import { expect, test } from "vitest";
import { fitExtras, isHinted, MEMORY_FLUSH_HINT, withHint } from "./flush-hint.ts";

const extras = { text: "tool_a: …", tools: ["tool_a"] };

test("the hint stands before what goes along with an input", () => {
  expect(withHint(null)).toEqual({ text: MEMORY_FLUSH_HINT, tools: [] });
  expect(withHint(extras)).toEqual({ text: `${MEMORY_FLUSH_HINT}\ntool_a: …`, tools: ["tool_a"] });
  expect(isHinted([null, extras])).toBe(false);
  expect(isHinted([null, withHint(extras)])).toBe(true);
});

test("extras that are too long are cut, and tools beyond the cut are not told", () => {
  const long = { text: `tool_a ${"words ".repeat(200)} tool_b`, tools: ["tool_a", "tool_b"] };
  expect(fitExtras(long, 50)).toEqual({
    text: expect.stringMatching(/^tool_a .*characters omitted …\]$/s),
    tools: ["tool_a"],
  });
  expect(fitExtras(extras, 50)).toBe(extras);
  expect(fitExtras(null, 50)).toBe(null);
});

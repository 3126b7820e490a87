import { expect, test } from "vitest";
import { builtinText } from "./builtin-text.ts";

const call = { type: "call", tool: "tasks_list", why: "no answer" } as const;

test.each([
  ["en", "I have nothing to add."],
  ["de", "Dem habe ich nichts hinzuzufügen."],
])("an answer without words says so in the language of its chat: %s", (language, text) => {
  expect(builtinText({ type: "nothing" }, language)).toBe(text);
});

test.each([
  ["failed", "tasks_list failed: no answer"],
  ["uncertain", "tasks_list was interrupted and may or may not have run."],
  ["stopped", "tasks_list was stopped."],
] as const)("the call of a job is reported as what became of it: %s", (outcome, text) => {
  expect(builtinText({ ...call, outcome }, "en")).toBe(text);
});

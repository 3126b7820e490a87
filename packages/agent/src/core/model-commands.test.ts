import { expect, test } from "vitest";
import { briefOf } from "./model-commands.ts";

test.each([
  ["/task clean up", /^A task/],
  ["/Task@reeve_bot clean up", /^A task/],
  ["!task clean up", /^A task/],
  ["/boot", /^First meeting/],
])("%j has a brief", (text, brief) => {
  expect(briefOf(text)).toMatch(brief);
});

test.each(["/tasks", "what does /task do?", "/taskforce"])("%j has none", (text) => {
  expect(briefOf(text)).toBeUndefined();
});

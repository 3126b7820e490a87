import { expect, test } from "vitest";
import { briefOf } from "./model-commands.ts";

test.each([
  ["/task clean up", "member", /^A task/],
  ["/Task@reeve_bot clean up", "member", /^A task/],
  ["!task clean up", "guest", /^A task/],
  ["/boot", "owner", /^First meeting/],
] as const)("%j by a %s has a brief", (text, role, brief) => {
  expect(briefOf(text, role)).toMatch(brief);
});

test.each([
  ["/boot", "admin"],
  ["/tasks", "owner"],
  ["what does /task do?", "owner"],
  ["/taskforce", "owner"],
] as const)("%j by a %s has none", (text, role) => {
  expect(briefOf(text, role)).toBeUndefined();
});

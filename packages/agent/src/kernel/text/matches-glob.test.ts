import { expect, test } from "vitest";
import { matchesGlob } from "./matches-glob.ts";

test.each([
  ["web_fetch", "web_fetch", true],
  ["web_fetch", "web_*", true],
  ["web_", "web_*", true],
  ["web_fetch", "*", true],
  ["workspace_file_read", "workspace_*_read", true],
  ["web_fetch_all", "web_fetch", false],
  ["my_web_fetch", "web_*", false],
  ["telegram-bot:-100.5", "telegram-bot:-100.5", true],
  ["telegram-bot:-10015", "telegram-bot:-100.5", false],
  ["telegram-bot:-100/7 (ä)\n", "telegram-bot:*/7 (ä)*", true],
])("%j matches %j: %j", (text, glob, expected) => {
  expect(matchesGlob(text, glob)).toBe(expected);
});

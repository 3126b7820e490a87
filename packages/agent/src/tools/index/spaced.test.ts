import { expect, test } from "vitest";
import { spaced } from "./spaced.ts";

test.each([
  ["chatId", "chat Id"],
  ["ton_get_balance", "ton get balance"],
  ["HTTPServer2Go", "HTTP Server2 Go"],
  ["plain", "plain"],
])("%s is read as %j", (name, words) => {
  expect(spaced(name)).toBe(words);
});

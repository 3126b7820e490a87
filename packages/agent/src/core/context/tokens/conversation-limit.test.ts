import { expect, test } from "vitest";
import { contextConfig } from "../../config.ts";
import { conversationLimit, isTooLong } from "./conversation-limit.ts";
import { isSoftlyFull } from "../flush-hint.ts";

const config = contextConfig.parse({});

test("a conversation may fill three quarters of the window, less what stands before it", () => {
  expect(conversationLimit(4000, 32_000, config)).toBe(20_000);
  expect(conversationLimit(31_000, 32_000, config)).toBe(3200);
});

test.each([
  { tokens: 20_000, messages: 200, tooLong: false },
  { tokens: 20_001, messages: 2, tooLong: true },
  { tokens: 2, messages: 201, tooLong: true },
])("$tokens tokens in $messages messages are too long: $tooLong", ({ tooLong, ...size }) => {
  expect(isTooLong(size, 20_000, config)).toBe(tooLong);
});

test.each([
  { tokens: 15_999, window: 32_000, full: false },
  { tokens: 16_000, window: 32_000, full: true },
  { tokens: 64_000, window: 1_000_000, full: true },
])(
  "the hint is due with $tokens tokens in a window of $window: $full",
  ({ tokens, window, full }) => {
    expect(isSoftlyFull(tokens, window, config)).toBe(full);
  },
);

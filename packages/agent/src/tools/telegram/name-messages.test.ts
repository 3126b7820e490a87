import { expect, test } from "vitest";
import { nameMessages } from "./name-messages.ts";

test("a single message is named by its number", () => {
  expect(nameMessages([4021])).toBe("message 4021");
});

test("several messages are counted and listed", () => {
  expect(nameMessages([4021, 4022])).toBe("2 messages (4021, 4022)");
});

test("of many messages the first 20 are listed, and all are counted", () => {
  const ids = Array.from({ length: 21 }, (_, index) => index + 1);
  expect(nameMessages(ids)).toBe(
    "21 messages (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …)",
  );
});

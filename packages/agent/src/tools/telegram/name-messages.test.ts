import { expect, test } from "vitest";
import { texts } from "../../platform/texts.ts";
import { nameMessages } from "./name-messages.ts";

/** How a question names messages. */
function named(messageIds: readonly number[], language = "en") {
  const { deleteForEveryone } = texts(language).questions.telegram;
  return deleteForEveryone({ ...nameMessages(messageIds), chat: "@team" });
}

test("a single message is named by its number", () => {
  expect(named([4021])).toBe("Delete message 4021 in @team for everyone?");
});

test("several messages are counted and listed", () => {
  expect(named([4021, 4022])).toBe("Delete 2 messages (4021, 4022) in @team for everyone?");
  expect(named([4021, 4022], "uk")).toBe(
    "Видалити 2 повідомлення (4021, 4022) у чаті @team для всіх?",
  );
});

test("of many messages the first 20 are listed, and all are counted", () => {
  const ids = Array.from({ length: 21 }, (_, index) => index + 1);
  const told = "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …)";
  expect(named(ids)).toBe(`Delete 21 messages ${told} in @team for everyone?`);
  expect(named(ids, "ru")).toBe(`Удалить 21 сообщение ${told} в чате @team для всех?`);
});

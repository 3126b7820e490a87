import { expect, test } from "vitest";
import { dealPropose } from "./deal-propose.ts";

const deal = {
  chatId: "-100123",
  userId: 123,
  userGivesType: "gift",
  userGivesGiftSlug: "PlushPepe-812",
  userGivesValueTon: "20",
  agentGivesType: "ton",
  agentGivesTonAmount: "18.5",
  agentGivesValueTon: "18.5",
};

const question = (change: object) =>
  dealPropose.confirm?.(dealPropose.params.parse({ ...deal, ...change }), { language: "en" });

test("asks with the person, the chat and both sides", () => {
  expect(question({})).toBe(
    'Offer the user 123 this deal in the chat "-100123": ' +
      "they give the gift PlushPepe-812 (worth 20 TON), and the agent gives 18.5 TON?",
  );
  expect(question({ userUsername: "@gleb", userGivesGiftId: "77" })).toBe(
    'Offer @gleb (123) this deal in the chat "-100123": ' +
      "they give the gift PlushPepe-812, number 77 (worth 20 TON), and the agent gives 18.5 TON?",
  );
});

test.each([
  { userGivesGiftSlug: undefined },
  { userGivesType: "ton" },
  { agentGivesTonAmount: undefined },
  { agentGivesType: "gift" },
])("refuses a side that does not say what it gives: %j", (change) => {
  expect(dealPropose.params.safeParse({ ...deal, ...change }).success).toBe(false);
});

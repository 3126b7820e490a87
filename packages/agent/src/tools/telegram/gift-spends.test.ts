import { expect, test } from "vitest";
import { spendOf } from "../spend-of.ts";
import { telegramBuyResaleGift } from "./buy-resale-gift.ts";
import { telegramSendGiftOffer } from "./send-gift-offer.ts";

const run = async () => undefined;
const slug = "PlushPepe-1234";

test("a gift that is bought spends what it may cost at most", () => {
  const tool = { ...telegramBuyResaleGift, needs: [], run };
  expect(spendOf(tool, { slug, maxPrice: 900 })).toEqual({ asset: "Stars", amount: "900" });
  expect(spendOf(tool, { slug })).toEqual({ asset: "Stars", amount: "10000000" });
});

test("an offer for a gift spends what is offered, to whom it is made", () => {
  const tool = { ...telegramSendGiftOffer, needs: [], run };
  expect(spendOf(tool, { slug, price: 700, userId: "@marta_k" })).toEqual({
    asset: "Stars",
    amount: "700",
    to: "@marta_k",
  });
});

import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { giftId, limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists what owners ask for collectibles of one kind of gift. */
export const telegramGetResaleGifts = declareTool({
  name: "telegram_get_resale_gifts",
  summary:
    "List the resale offers (marketplace listings, floor price) for one kind of gift, by " +
    "its giftId. Buy one with telegram_buy_resale_gift. To find the giftId, use " +
    "telegram_get_available_gifts.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    giftId: giftId(),
    limit: limit("offers", { max: 100, initial: 30 }),
    sortByPrice: z.boolean().default(false).describe("List the cheapest offers first."),
  }),
  utterances: [
    "what's the floor price of Plush Pepe right now?",
    "show me Swiss Watches for sale, cheapest first",
    "any Durov's Caps on the secondary market?",
    "who is selling Lunar Snakes and for how many stars",
    "list 10 offers for the Homemade Cake gift",
    "was kosten Toy Bears gerade im Wiederverkauf?",
    "покажи самые дешёвые предложения на Jelly Bunny",
    "现在二手市场上 Eternal Rose 最低多少星",
    "tem algum Desk Calendar à venda de segunda mão?",
    "Top Hat hediyesini satanlar kimler, fiyatları ne",
    "¿a cuánto se revenden los Lol Pop?",
  ],
});

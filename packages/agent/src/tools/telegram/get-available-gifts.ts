import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, offset } from "./params.ts";

/** Lists the gifts that Telegram sells, with prices in Stars. */
export const telegramGetAvailableGifts = defineTool({
  name: "telegram_get_available_gifts",
  summary:
    "Browse the catalog of Star gifts that can be bought: limited or unlimited, sold out or " +
    "not, sorted by price. For resale offers of one gift, use telegram_get_resale_gifts; for " +
    "gifts that someone owns, use telegram_get_my_gifts.",
  effect: "read",
  scope: "always",
  access: "owner",
  needs: ["telegram"],
  params: z.object({
    filter: z
      .enum(["all", "limited", "unlimited"])
      .default("all")
      .describe("Which gifts to list: all, limited editions, or unlimited gifts."),
    includeSoldOut: z.boolean().default(true).describe("Also list gifts that are sold out."),
    limit: limit("gifts", { max: 100, initial: 20 }),
    offset: offset("gifts"),
    sort: z
      .enum(["price_asc", "price_desc"])
      .optional()
      .describe("Order: lowest or highest price first. Default: the shop's own order."),
  }),
  utterances: [
    "what gifts can I send for under 50 stars?",
    "show the limited gifts that aren't sold out yet",
    "any teddy bear in the gift shop?",
    "list star gifts from cheapest to priciest",
    "what would be a nice present for Marta on here, and what does it cost",
    "which gifts have the most resale offers right now?",
    "welche Geschenke gibt es gerade und was kosten sie?",
    "какие лимитированные подарки сейчас можно купить за звёзды",
    "礼物商店里最便宜的是哪个",
    "que presentes dá para comprar com estrelas?",
    "en ucuz hediyeler hangileri, kaç yıldız",
    "¿qué regalos limitados quedan sin agotar?",
  ],

  async run({ filter, includeSoldOut, limit: most, offset: skip, sort }, { telegram, signal }) {
    const gifts = await telegram.gifts({ signal });
    const found = gifts.filter(
      ({ limited }) =>
        (filter === "all" || (filter === "limited") === (limited !== undefined)) &&
        (includeSoldOut || limited?.left !== 0),
    );
    const sign = sort === "price_desc" ? -1 : 1;
    const sorted = sort ? found.toSorted((one, other) => sign * (one.stars - other.stars)) : found;
    return { total: found.length, gifts: sorted.slice(skip, skip + most) };
  },
});

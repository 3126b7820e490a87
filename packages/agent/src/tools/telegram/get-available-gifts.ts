import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, offset, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists the gifts that Telegram sells, with prices in Stars. */
export const telegramGetAvailableGifts = declareTool({
  name: "telegram_get_available_gifts",
  summary:
    "Browse and search the catalog of Star gifts that can be bought: limited, unlimited, " +
    "sold out or on resale, sorted by price. For resale offers of one gift, use " +
    "telegram_get_resale_gifts; for gifts that someone owns, use telegram_get_my_gifts.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    filter: z
      .enum(["all", "limited", "unlimited", "resale"])
      .default("all")
      .describe(
        "Which gifts to list: all, limited editions, unlimited gifts, or gifts with resale " +
          "offers.",
      ),
    includeSoldOut: z.boolean().default(true).describe("Also list gifts that are sold out."),
    limit: limit("gifts", { max: 100, initial: 20 }),
    offset: offset("gifts"),
    sort: z
      .enum(["price_asc", "price_desc", "resale_count", "resale_min_price"])
      .optional()
      .describe(
        "Order: lowest price first, highest price first, most resale offers first, or cheapest resale offer first. Default: the shop's own order.",
      ),
    search: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Words in the gift\'s name, such as "bear".'),
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
});

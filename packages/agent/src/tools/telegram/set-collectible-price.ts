import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { messageId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Puts a collectible of the account up for resale, or takes it off. */
export const telegramSetCollectiblePrice = declareTool({
  name: "telegram_set_collectible_price",
  summary:
    "List one of your collectible gifts for resale at a price in Stars, change the price, " +
    "or delist it with price 0. To see what others ask, use telegram_get_resale_gifts.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    messageId: messageId("The message in which the gift arrived, from telegram_get_my_gifts"),
    price: z
      .number()
      .int()
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe("Price in whole Telegram Stars; 0 takes it off sale."),
  }),
  utterances: [
    "put my Plush Pepe up for sale at 900 stars",
    "raise the price of my Swiss Watch listing to 1500",
    "take my Lunar Snake off the market",
    "I want to sell the Toy Bear, ask for 600",
    "lower my Top Hat to 250 stars so it finally goes",
    "stell meine Eternal Rose für 800 Sterne zum Verkauf ein",
    "сними мой подарок с продажи",
    "把我的 Jelly Bunny 挂出去卖，标价 350 星",
    "coloca meu Desk Calendar à venda por 400 estrelas",
    "Homemade Cake hediyemi 500 yıldıza satışa çıkar",
    "retira de la venta mi Lol Pop",
  ],

  confirm: ({ messageId: message, price }, { language }) => {
    const { setCollectiblePrice, endCollectibleSale } = texts(language).questions.telegram;
    return price === 0 ? endCollectibleSale({ message }) : setCollectiblePrice({ message, price });
  },
});

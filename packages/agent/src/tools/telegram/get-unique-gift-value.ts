import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { giftSlug, TELEGRAM_ACCOUNT } from "./params.ts";

/** Tells what one collectible gift is worth on the market. */
export const telegramGetUniqueGiftValue = declareTool({
  name: "telegram_get_unique_gift_value",
  summary:
    "Estimate the market value of one collectible (NFT) gift: floor, average and last sale " +
    "price, initial price, offers on Fragment. To see its appearance and owner, use " +
    "telegram_get_unique_gift.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    slug: giftSlug("The collectible gift to value"),
  }),
  utterances: [
    "how much is PlushPepe-1234 worth?",
    "what did SwissWatch-881 last sell for",
    "should I sell my LunarSnake-20417? what could I get for it",
    "average price for gifts like ToyBear-418",
    "has DurovsCap-3 gone up since it was bought?",
    "ile jest warta moja EternalRose-77?",
    "كم تساوي الهدية JellyBunny-6120 في السوق؟",
    "HomemadeCake-9021 ne kadar eder şu an",
    "combien vaut TopHat-552 aujourd'hui ?",
    "was ist DeskCalendar-3102 auf dem Markt wert?",
    "оцени, сколько сейчас стоит подарок LolPop-1500",
  ],
});

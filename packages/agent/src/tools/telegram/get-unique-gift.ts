import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { giftSlug, TELEGRAM_ACCOUNT } from "./params.ts";

/** Describes one collectible gift. */
export const telegramGetUniqueGift = declareTool({
  name: "telegram_get_unique_gift",
  summary:
    "Get the details of one collectible (NFT) gift by its slug or t.me/nft link: model, " +
    "backdrop, symbol, rarity, number, owner and price if it is for sale. To see what it " +
    "is worth, use telegram_get_unique_gift_value.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    slug: giftSlug(),
  }),
  utterances: [
    "who owns PlushPepe-1234?",
    "what model and backdrop does t.me/nft/SwissWatch-881 have",
    "how rare is LunarSnake-20417?",
    "tell me about this NFT gift: ToyBear-418",
    "is DurovsCap-3 for sale at the moment?",
    "¿de quién es el regalo EternalRose-77?",
    "який фон і модель у подарунка JellyBunny-6120",
    "HomemadeCake-9021 の所有者とレア度を調べて",
    "che modello è il regalo TopHat-552?",
    "montre les attributs du cadeau DeskCalendar-3102",
    "ما مدى ندرة الهدية LolPop-1500 ومن يملكها؟",
  ],
});

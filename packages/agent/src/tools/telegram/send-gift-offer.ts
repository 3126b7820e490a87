import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { giftSlug, stars, TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Offers Stars for a collectible that someone owns; the Stars are held until the offer ends. */
export const telegramSendGiftOffer = declareTool({
  name: "telegram_send_gift_offer",
  summary:
    "Offer Stars (bid) for a collectible (NFT) gift that another person owns; they can " +
    "accept or decline it until it expires. To buy at a listed price, use " +
    "telegram_buy_resale_gift; to answer an offer, use telegram_resolve_gift_offer.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  timeoutMs: 60_000,
  params: z.object({
    userId: userId("The gift's owner"),
    slug: giftSlug("The collectible gift you want"),
    price: stars("The amount that you offer"),
    duration: z
      .number()
      .int()
      .min(21_600)
      .max(604_800)
      .default(86_400)
      .describe(
        "How long the offer is valid, in seconds; at least 21600 (6 hours). Default: one day.",
      ),
  }),
  utterances: [
    "offer @marta_k 700 stars for her Plush Pepe 1234",
    "make a bid on SwissWatch-881, 450 stars, valid two days",
    "ask @jonas if he'd part with LunarSnake-20417 for 300",
    "try to get ToyBear-418 from its owner for 1200 stars",
    "put in an offer on that gift below the listing price",
    "zaproponuj @piotr_w 500 gwiazdek za EternalRose-77",
    "اعرض على @samir_h ستمئة نجمة مقابل هديته TopHat-552",
    "@mehmet_k kullanıcısına JellyBunny-6120 için 350 yıldız teklif et",
    "propose 900 étoiles à @paul_r pour son cadeau DeskCalendar-3102",
    "biete @peter_hh 250 Sterne für seine HomemadeCake-9021",
    "предложи @dmitry_s 400 звёзд за его LolPop-1500",
  ],

  spends: ({ userId: to, price }) => ({ asset: "Stars", amount: String(price), to }),

  confirm: ({ userId: owner, slug, price, duration }, { language }) =>
    texts(language).questions.telegram.sendGiftOffer({
      owner,
      price,
      slug,
      hours: Math.round(duration / 360) / 10,
    }),
});

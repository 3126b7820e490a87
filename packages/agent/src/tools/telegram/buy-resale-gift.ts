import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { giftSlug, MAX_STARS, stars, TELEGRAM_ACCOUNT } from "./params.ts";

/** Buys a collectible gift from its owner with the account's Stars. */
export const telegramBuyResaleGift = declareTool({
  name: "telegram_buy_resale_gift",
  summary:
    "Buy a collectible (NFT) gift that its owner offers for resale, for yourself, with " +
    "Stars. Find offers with telegram_get_resale_gifts. To name your own price, use " +
    "telegram_send_gift_offer; to send someone a new gift, use telegram_send_gift.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  timeoutMs: 60_000,
  params: z.object({
    slug: giftSlug("The collectible gift to buy"),
    maxPrice: stars("The maximum price (the gift is not bought if it costs more)").optional(),
  }),
  utterances: [
    "buy the Plush Pepe number 1234 that's on sale",
    "grab t.me/nft/SwissWatch-881 for me, up to 900 stars",
    "get me that listed Durov's Cap before someone else takes it",
    "purchase the cheapest Lol Pop from the resale market",
    "I'd like to own LunarSnake-20417, pay what they ask",
    "kup dla mnie ten prezent NFT: DeskCalendar-3102",
    "اشترِ لي الهدية المعروضة TopHat-552",
    "satıştaki HomemadeCake-9021 hediyesini benim için al",
    "achète le cadeau de collection EternalRose-77 en revente",
    "kauf mir das angebotene Sammlergeschenk ToyBear-418",
    "купи мне с перепродажи подарок JellyBunny-6120",
  ],

  // Without a highest price it may be any.
  spends: ({ maxPrice = MAX_STARS }) => ({ asset: "Stars", amount: String(maxPrice) }),

  confirm: ({ slug, maxPrice: price }, { language }) => {
    const { buyResaleGift, buyResaleGiftForAtMost } = texts(language).questions.telegram;
    return price === undefined ? buyResaleGift({ slug }) : buyResaleGiftForAtMost({ slug, price });
  },
});

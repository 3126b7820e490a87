import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { tonAmount } from "../chain-params.ts";
import { quoted } from "../quoted.ts";
import { type DealSide, isComplete, sideText } from "./deal-side.ts";
import { DEALS, userId } from "./params.ts";

/** Offers someone a deal, once a call. */
export const dealPropose = declareTool({
  name: "deal_propose",
  summary:
    "Propose a deal (trade, swap, offer) of TON and Telegram gifts to a person. The deal " +
    "is checked against the trading strategy; then a card to accept or decline it is " +
    "posted in the chat. Name both sides exactly. To buy a gift that is for sale, use " +
    "telegram_buy_resale_gift.",
  effect: "pay",
  scope: "dm-only",
  access: "member",
  replay: "same-key",
  requires: DEALS,
  utterances: [
    "offer @gleb 20 TON for his Plush Pepe #812",
    "set up a trade with this guy: our Durov's Cap for 150 ton",
    "suggest that she gives 35 TON and gets the Lunar Snake",
    "he wants 12 for the gift, see if he'd take 10",
    "post a card: you give a signet ring, I give 8 TON",
    "@ece'ye hediyesi için 15 TON teklif et",
    "Предложи @vlad сделку: он даёт 40 тонов, мы отдаём подарок Plush Pepe",
    "Zaproponuj wymianę: mój prezent za jego 25 TON",
    "@haruさんに、ギフトと10 TONの交換を持ちかけて",
    "Fais une offre d'échange à @chloe : 18 TON contre son cadeau",
    "Biete ihm 30 TON für den Swiss Watch an",
  ],
  params: z
    .object({
      chatId: z
        .string()
        .trim()
        .regex(
          /^(-?\d{1,20}|@?[A-Za-z]\w{3,31})$/,
          'a chat is a number such as "-1001234567890" or an @username',
        )
        .describe(
          'Chat to post the card in, as a numeric id such as "-1001234567890" or an ' +
            "@username.",
        ),
      userId: userId("The person to offer the deal to"),
      userUsername: z
        .string()
        .trim()
        .regex(/^@?[A-Za-z]\w{3,31}$/, "a username has 4 to 32 letters, digits or underscores")
        .optional()
        .describe('The person\'s username, with or without @, such as "@durov".'),
      userGivesType: z.enum(["ton", "gift"]).describe("What kind of asset the person gives."),
      userGivesTonAmount: tonAmount(
        "For the type ton: the amount that the person gives",
      ).optional(),
      userGivesGiftId: giftId("For gift: the gift that the person gives"),
      userGivesGiftSlug: giftSlug("For gift: the gift that the person gives"),
      userGivesValueTon: tonAmount("The value of the person's side"),
      agentGivesType: z.enum(["ton", "gift"]).describe("What kind of asset you give."),
      agentGivesTonAmount: tonAmount("For the type ton: the amount that you give").optional(),
      agentGivesGiftId: giftId(
        "For the type gift: the gift that you give, from telegram_get_my_gifts",
      ),
      agentGivesGiftSlug: giftSlug("For the type gift: the gift that you give"),
      agentGivesValueTon: tonAmount("The value of your side"),
    })
    .refine((deal) => isComplete(userSide(deal)), {
      path: ["userGivesType"],
      message: "specify how much TON or which gift the person gives",
    })
    .refine((deal) => isComplete(agentSide(deal)), {
      path: ["agentGivesType"],
      message: "specify how much TON or which gift you give",
    }),

  targetChat: ({ chatId }) => ({ platform: "telegram", chatId }),

  confirm: (deal, { language }) => {
    const { userId: id, userUsername: username, chatId } = deal;
    const given = sideText(userSide(deal), language);
    const got = sideText(agentSide(deal), language);
    const { deals } = texts(language).questions;
    return deals.propose({ id, username: username || undefined, chat: quoted(chatId), given, got });
  },
});

interface UserGives {
  readonly userGivesType: DealSide["type"];
  readonly userGivesTonAmount?: string | undefined;
  readonly userGivesGiftId?: string | undefined;
  readonly userGivesGiftSlug?: string | undefined;
  readonly userGivesValueTon: string;
}

function userSide(deal: UserGives): DealSide {
  return {
    type: deal.userGivesType,
    tonAmount: deal.userGivesTonAmount,
    giftId: deal.userGivesGiftId,
    giftSlug: deal.userGivesGiftSlug,
    valueTon: deal.userGivesValueTon,
  };
}

interface AgentGives {
  readonly agentGivesType: DealSide["type"];
  readonly agentGivesTonAmount?: string | undefined;
  readonly agentGivesGiftId?: string | undefined;
  readonly agentGivesGiftSlug?: string | undefined;
  readonly agentGivesValueTon: string;
}

function agentSide(deal: AgentGives): DealSide {
  return {
    type: deal.agentGivesType,
    tonAmount: deal.agentGivesTonAmount,
    giftId: deal.agentGivesGiftId,
    giftSlug: deal.agentGivesGiftSlug,
    valueTon: deal.agentGivesValueTon,
  };
}

function giftId(what: string) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,20}$/, "a gift's number contains only digits")
    .optional()
    .describe(`${what}, as the gift's number in text form. Alternatively, set the slug.`);
}

function giftSlug(what: string) {
  return z
    .string()
    .trim()
    .max(100)
    .regex(/^[A-Za-z][\w-]*-\d{1,9}$/, 'a slug is a name and a number, such as "PlushPepe-1234"')
    .optional()
    .describe(`${what}, as a slug (the end of a t.me/nft/ link) such as "PlushPepe-1234".`);
}

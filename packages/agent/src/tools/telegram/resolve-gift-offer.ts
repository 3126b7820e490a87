import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { messageId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Sells a collectible to who made an offer, or declines the offer. */
export const telegramResolveGiftOffer = declareTool({
  name: "telegram_resolve_gift_offer",
  summary:
    "Accept or decline an offer in Stars that someone made for one of your collectible " +
    "gifts; accepting sells it. To make an offer yourself, use telegram_send_gift_offer.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  timeoutMs: 60_000,
  params: z.object({
    messageId: messageId("The message that contains the offer"),
    decline: z
      .boolean()
      .optional()
      .describe("Decline the offer. If false, the offer is accepted and the gift is sold."),
  }),
  utterances: [
    "take the 800 stars they offered for my Pepe",
    "turn down that gift offer, it's far too low",
    "accept Marta's bid for my Swiss Watch",
    "someone wants to buy my Toy Bear, say yes",
    "reject the lowball on LunarSnake",
    "nimm das Angebot für mein Geschenk an",
    "отклони предложение о покупке моего подарка",
    "接受那个买我礼物的报价",
    "recusa a oferta pelo meu presente",
    "hediyem için gelen teklifi kabul et",
    "acepta lo que ofrecen por mi regalo",
  ],

  confirm: ({ messageId: message, decline }, { language }) => {
    const { acceptGiftOffer, declineGiftOffer } = texts(language).questions.telegram;
    return decline ? declineGiftOffer({ message }) : acceptGiftOffer({ message });
  },
});

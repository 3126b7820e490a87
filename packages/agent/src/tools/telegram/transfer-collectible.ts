import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { messageId, TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Gives a collectible of the account to another person for good. */
export const telegramTransferCollectible = declareTool({
  name: "telegram_transfer_collectible",
  summary:
    "Permanently transfer a collectible (NFT) gift that you own to another person; " +
    "Telegram may charge a fee in Stars. Allowed only after a verified deal. For a new " +
    "gift from the shop, use telegram_send_gift.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  timeoutMs: 60_000,
  params: z.object({
    messageId: messageId("The message in which the gift arrived, from telegram_get_my_gifts"),
    toUserId: userId("The person who gets the gift"),
  }),
  utterances: [
    "give my Plush Pepe to @marta_k",
    "hand the Swiss Watch over to the buyer, the payment arrived",
    "move my Lunar Snake to user 482910331",
    "pass the Toy Bear on to my other account @victor_alt",
    "deliver the NFT gift we agreed on to @omar_ops",
    "przekaż mój prezent Eternal Rose użytkownikowi @piotr_w",
    "انقل هديتي النادرة إلى @samir_h",
    "Top Hat hediyemi @mehmet_k hesabına devret",
    "transfère mon cadeau Jelly Bunny à @paul_r",
    "überlass @peter_hh meinen Desk Calendar",
    "передай мой коллекционный подарок пользователю @dmitry_s",
  ],

  confirm: ({ messageId: message, toUserId: person }, { language }) =>
    texts(language).questions.telegram.transferCollectible({ message, person }),
});

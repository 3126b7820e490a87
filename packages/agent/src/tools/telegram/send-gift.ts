import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quotedIf } from "../quoted.ts";
import { giftId, TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Buys a gift with the account's Stars and gives it to a person. */
export const telegramSendGift = declareTool({
  name: "telegram_send_gift",
  summary:
    "Buy a Star gift from the catalog and send it to a person as a present, with a message " +
    "or anonymously. Allowed only after a deal that was verified within the last 5 " +
    "minutes. To pass on a gift you own, use telegram_transfer_collectible.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  timeoutMs: 60_000,
  params: z.object({
    userId: userId("The person who gets the gift"),
    giftId: giftId(),
    message: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .optional()
      .describe("A message to include with the gift, up to 255 characters."),
    anonymous: z.boolean().default(false).describe("Hide the sender's name from others."),
  }),
  utterances: [
    "send Marta the teddy bear gift for her birthday",
    "surprise @jonas with a 50 star present, don't say it's from me",
    'gift a rose to @lucia_m and write "thank you for yesterday"',
    "the trade checks out, give @omar_ops his cake now",
    "treat @lena_dev to something from the gift shop",
    "regálale un pastel a @ana_rz con el texto «¡felicidades!»",
    "подаруй @olena_kv троянду від мене",
    "@kenji_t さんにケーキのギフトを贈って",
    "manda un regalo a @giulia_b, un orsetto va bene",
    "offre une rose à @ines_d de façon anonyme",
    "أرسل هدية الدب إلى @samir_h مع تهنئة بالعيد",
  ],

  confirm: ({ userId: person, giftId: gift, message, anonymous }, { language }) =>
    texts(language).questions.telegram.sendGift({
      gift,
      person,
      anonymous,
      message: quotedIf(message),
    }),
});

import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT } from "./params.ts";

/** Shows a collectible beside the account's name, or nothing. */
export const telegramSetGiftStatus = declareTool({
  name: "telegram_set_gift_status",
  summary:
    "Wear a collectible gift as your emoji status (the icon beside your name), or clear " +
    "the status. Find your collectibles with telegram_get_my_gifts.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z
    .object({
      collectibleId: z
        .string()
        .regex(/^\d{1,20}$/, "a collectible's number contains only digits")
        .optional()
        .describe(
          "The collectible's number from telegram_get_my_gifts, as text such as " +
            '"6210938475012".',
        ),
      clear: z.boolean().default(false).describe("Remove the status instead of setting it."),
    })
    .refine(
      ({ collectibleId, clear }) => (collectibleId !== undefined) !== clear,
      "set either collectibleId or clear",
    ),
  utterances: [
    "wear my Plush Pepe next to my name",
    "set the Swiss Watch as my emoji status",
    "remove the icon beside my name",
    "show off the Toy Bear in my status",
    "I don't want any collectible in my status anymore",
    "pon mi regalo Eternal Rose como estado",
    "постав мій колекційний подарунок як емодзі-статус",
    "名前の横に Top Hat のギフトを表示して",
    "togli lo stato emoji dal mio profilo",
    "affiche mon Jelly Bunny à côté de mon nom",
    "أزل رمز الحالة الظاهر بجانب اسمي",
  ],

  confirm: ({ collectibleId: gift }, { language }) => {
    const { setGiftStatus, removeGiftStatus } = texts(language).questions.telegram;
    return gift === undefined ? removeGiftStatus : setGiftStatus({ gift });
  },
});

import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Removes a person from the account's contacts. */
export const telegramDeleteContact = declareTool({
  name: "telegram_delete_contact",
  summary:
    "Delete (remove) a person from your Telegram contacts (address book). The chat with them " +
    "stays. To keep them from writing to you, use telegram_block_user.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    userId: userId("The contact to delete"),
  }),
  utterances: [
    "remove Bob from my contacts",
    "delete @old_landlord from the address book",
    "take my ex out of my phone book",
    "I don't need the plumber's contact anymore",
    "clean up: drop contact 771203948",
    "lösch @alter_chef aus meinen Kontakten",
    "удали Игоря из контактов",
    "从通讯录删除 @xiao_li",
    "apaga o canalizador dos meus contactos",
    "eski ev sahibini rehberden sil",
    "supprime Marc de mes contacts",
  ],

  confirm: ({ userId: person }, { language }) =>
    texts(language).questions.telegram.deleteContact({ person }),
});

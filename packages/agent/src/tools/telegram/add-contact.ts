import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Adds a person to the account's contacts, or renames them there. */
export const telegramAddContact = declareTool({
  name: "telegram_add_contact",
  summary:
    "Add a person to your Telegram contacts (address book) under a name of your choice, or " +
    "rename a contact. It does not write to them. To see your contacts, use " +
    "telegram_list_contacts.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    userId: userId("The person to add"),
    firstName: z.string().trim().min(1).max(64).describe("First name to save them under."),
    lastName: z.string().trim().max(64).optional().describe("Last name to save them under."),
    sharePhone: z.boolean().default(false).describe("Let them see your phone number."),
  }),
  utterances: [
    "save @plumber_joe as Joe the plumber",
    "add 771203948 to my address book",
    "put Nina from the gym into my contacts",
    "rename my contact Bob to Robert",
    "keep this person in my phone book as Aunt May",
    "speichere @fahrschule_kai als Kai Fahrschule",
    "добавь @massazhist в контакты как Игорь",
    "把 @xiao_li 加到通讯录",
    "adiciona a @doutora_ana aos meus contactos",
    "@emlakci_ali kişisini rehbere ekle",
    "ajoute @nounou_eva à mes contacts",
  ],

  confirm: ({ userId: person, firstName, lastName, sharePhone }, { language }) =>
    texts(language).questions.telegram.addContact({
      person,
      name: quoted([firstName, lastName].filter(Boolean).join(" ")),
      phone: sharePhone,
    }),
});

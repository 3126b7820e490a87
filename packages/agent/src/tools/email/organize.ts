import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { MAILBOX, mailbox, mailId } from "./params.ts";

/** Changes where a message lies or how it is marked. Doing it twice changes nothing. */
export const emailOrganize = declareTool({
  name: "email_organize",
  summary:
    "Tidy the inbox: mark an e-mail read or unread, flag (star) it, archive it, or move it to another folder. " +
    "Find its id with email_search.",
  effect: "write",
  scope: "always",
  access: "owner",
  replay: "same-key",
  requires: MAILBOX,
  utterances: [
    "archive that newsletter",
    "star the mail from the notary",
    "Put the Amazon invoice into Receipts",
    "I've seen the one from Dana, set it to read",
    "make it look new again so that I don't forget to answer",
    "Range le mail de la banque dans le dossier Impôts",
    "Познач лист від податкової зірочкою",
    "このメールを「旅行」フォルダに移動しておいて",
    "Arquiva o e-mail da operadora",
    "Okundu olarak işaretle şu kargo mailini",
    "перенеси письмо от страховой в папку Документы",
  ],
  params: z
    .object({
      id: mailId(),
      action: z
        .enum(["read", "unread", "flag", "archive", "move"])
        .describe(
          "What to do with the message. read, unread and flag mark it; archive and move " +
            "put it in another folder.",
        ),
      mailbox: mailbox("The folder to move the message to (only for the action move)").optional(),
    })
    .refine(
      ({ action, mailbox: target }) => (action === "move") === (target !== undefined),
      "mailbox is required for the action move and not allowed for others",
    ),

  effectOf: () => "send",
  staysWithPerson: () => true,
  harmlessChoices: ["id", "action", "mailbox"],
});

import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted, quotedList } from "../quoted.ts";
import { addresses, body, MAILBOX, subject } from "./params.ts";

/** Sends a new message, after a person agreed. */
export const emailSend = declareTool({
  name: "email_send",
  summary:
    "Send a new e-mail from the owner's address, optionally with attachments from the workspace. " +
    "To answer a message, use email_reply. To let the owner review it first, use email_draft.",
  effect: "send",
  scope: "always",
  access: "owner",
  timeoutMs: 60_000,
  requires: MAILBOX,
  utterances: [
    "email jana@example.com that I'll be ten minutes late",
    "shoot Dr. Weber a mail asking for an appointment",
    "Send the signed contract from my files to legal@example.com, copy Ines",
    "drop the accountant a line: the receipts are coming on Friday",
    "I need to let the whole team know by mail that the office is closed tomorrow",
    "Manda una mail a fornitore@example.com e chiedi il listino aggiornato",
    "أرسل بريدًا إلى info@example.com واسألهم عن مواعيد العمل",
    "Schick eine E-Mail an die Werkstatt, ob das Auto fertig ist",
    "Напиши на почту support@example.com, что заказ не пришёл",
    "Envía un correo a Lucía con el informe adjunto",
    "给 wang@example.com 发封邮件,说合同已签",
  ],
  params: z.object({
    to: addresses("Recipients"),
    cc: addresses("Recipients of a copy, visible to everyone").optional(),
    subject: subject(),
    body: body(),
    attachments: z
      .array(z.string().min(1).max(1000))
      .max(20)
      .optional()
      .describe('Paths of workspace files to attach, such as "downloads/offer.pdf".'),
  }),

  confirm: ({ to, cc = [], subject: about, body: text, attachments = [] }, { language }) =>
    texts(language).questions.email.send({
      to: quotedList(to),
      cc: cc.length > 0 ? quotedList(cc) : undefined,
      subject: quoted(about),
      body: quoted(text),
      files: attachments.length > 0 ? quotedList(attachments) : undefined,
    }),
  done: ({ to, subject: about }, { language }) =>
    texts(language).results.email.send({ to: quotedList(to), subject: quoted(about) }),
});

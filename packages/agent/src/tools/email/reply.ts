import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { body, MAILBOX, mailId } from "./params.ts";

/** Answers in a thread, after a person agreed. */
export const emailReply = declareTool({
  name: "email_reply",
  summary:
    "Reply to an e-mail in its thread, to the sender or to all, and send it. " +
    "Read the message with email_read first; for a new conversation, use email_send.",
  effect: "send",
  scope: "always",
  access: "owner",
  timeoutMs: 60_000,
  requires: MAILBOX,
  utterances: [
    "tell her Thursday works",
    "answer the recruiter that I'm not interested, politely",
    "get back to everyone on that thread, we accept the offer",
    "Respond to Ben's mail: the keys are with the neighbour",
    "write back to the hotel and confirm two nights",
    "Antworte dem Vermieter, dass ich am Montag Zeit habe",
    "Ответь на письмо из школы, что мы придём",
    "回复那封面试邮件,说周二下午可以",
    "Contéstale al proveedor que aceptamos el presupuesto",
    "Odpisz na maila od Kasi, że dziękuję i potwierdzam",
    "réponds à tous que la réunion est reportée",
  ],
  params: z.object({
    id: mailId(),
    body: body(),
    all: z
      .boolean()
      .default(false)
      .describe("Reply to everyone on the message, not only the sender."),
  }),

  confirm: ({ id, body: text, all }, { language }) =>
    texts(language).questions.email[all ? "replyToAll" : "replyToSender"]({
      id: quoted(id),
      body: quoted(text),
    }),
  done: ({ id }, { language }) => texts(language).results.email.reply({ id: quoted(id) }),
});

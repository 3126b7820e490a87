import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { addresses, body, MAILBOX, subject } from "./params.ts";

/** Saves a draft, once a call. Nothing is sent. */
export const emailDraft = declareTool({
  name: "email_draft",
  summary:
    "Save a new e-mail as a draft in the owner's mailbox, without sending it. " +
    "Use it when they want to review it or send it themselves. To send it immediately, use email_send.",
  effect: "write",
  scope: "always",
  access: "owner",
  replay: "same-key",
  requires: MAILBOX,
  utterances: [
    "write something to the landlord about the heating, I'll send it myself",
    "prepare a mail to hr@example.com but don't send anything yet",
    "Put together an email for the school and leave it in my drafts",
    "compose an apology to the client, I want to tweak the wording first",
    "have a message to Rosa ready in Gmail for when I'm back at my desk",
    "Entwirf eine Mail an die Hausverwaltung, abschicken tu ich sie selbst",
    "Набросай письмо в банк и сохрани в черновиках",
    "帮我起草一封给房东的邮件,先别发",
    "Déjame un borrador de correo para el abogado",
    "Przygotuj szkic maila do urzędu, jeszcze nie wysyłaj",
    "prépare un brouillon pour la mairie",
  ],
  params: z.object({ to: addresses("Recipients"), subject: subject(), body: body() }),

  effectOf: () => "send",
  staysWithPerson: () => true,
});

import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TELEGRAM_ACCOUNT, username } from "./params.ts";

/** Tells who has a username, or that nobody has. */
export const telegramCheckUsername = declareTool({
  name: "telegram_check_username",
  summary:
    "Look up a username: whose @name it is (person, bot, group or channel, with id), or " +
    "whether it is free. For a person's whole profile, use telegram_get_user_info; for a " +
    "channel's new name, use telegram_check_channel_username.",
  effect: "read",
  sensitiveArguments: { username: "query" },
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    username: username("The username to look up"),
  }),
  utterances: [
    "who is @victor_b?",
    "does the handle @nightferry exist?",
    "what's the numeric id behind @marta_k",
    "is @harborcat free or does somebody already have it",
    "is t.me/slowradio a person, a bot or a channel?",
    "¿a quién pertenece @luna_llena?",
    "чи зайняте ім'я @vechirnij_lviv",
    "@asanogohan というユーザー名は誰が使っていますか",
    "esiste un utente che si chiama @gatto_nero?",
    "le pseudo @petitnavire est-il déjà pris ?",
    "هل المعرّف @qamar_beirut متاح؟",
  ],
});

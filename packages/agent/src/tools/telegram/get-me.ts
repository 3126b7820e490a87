import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Reads the connected account's own profile. */
export const telegramGetMe = defineTool({
  name: "telegram_get_me",
  summary:
    "Show which account you are connected as: your own id, username, names, phone number " +
    "and premium flag. For other people, use telegram_get_user_info.",
  effect: "read",
  scope: "always",
  access: "anyone",
  needs: ["telegram"],
  resultOrigin: "services",
  params: z.object({}),
  utterances: [
    "what's your username?",
    "which account are you logged in as?",
    "what is my numeric id on Telegram",
    "do we have Premium on this account?",
    "who are you here, what name do people see",
    "pod jakim kontem jesteś zalogowany?",
    "ما هو معرّفك هنا؟",
    "hangi hesapla bağlısın",
    "c'est quoi ton identifiant sur ce compte ?",
    "unter welcher Nummer bist du hier angemeldet?",
    "какой у тебя юзернейм",
  ],

  run: (_, { telegram, signal }) => telegram.self({ signal }),
});

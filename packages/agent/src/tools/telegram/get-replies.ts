import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, limit, messageId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Reads what was answered to one message. */
export const telegramGetReplies = declareTool({
  name: "telegram_get_replies",
  summary:
    "Read the replies to one message, oldest first: the thread below it, the comments " +
    "under a channel post, the answers to a question. For everything written in a chat, " +
    "use telegram_get_history.",
  effect: "read",
  scope: "always",
  access: "member",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    chatId: chatId("The chat or channel that contains the message"),
    messageId: messageId("The message or post whose replies to read"),
    limit: limit("replies", { max: 100, initial: 50 }),
  }),
  utterances: [
    "what did people answer to my post about the flea market?",
    "show the comments under the announcement in the channel",
    "read the thread below number 4400",
    "has anyone responded to Tanja's question about the venue?",
    "list the responses to the job ad in order",
    "qu'est-ce que les gens ont répondu à mon annonce de vélo ?",
    "fammi vedere i commenti sotto l'ultimo post del canale di cucina",
    "o que responderam à pergunta da Carla sobre a viagem?",
    "покажи коментарі під постом про ремонт",
    "kto odpisał na moje pytanie o nocleg?",
    "引っ越しのお知らせにどんな返事がついたか見せて",
  ],
});

import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId } from "./params.ts";

/** Describes one chat of any kind. */
export const telegramGetChatInfo = defineTool({
  name: "telegram_get_chat_info",
  summary:
    "Describe a chat: group, supergroup, channel or private chat, with title, description, " +
    "member count, username, link and pinned message. For a person's full profile, use " +
    "telegram_get_user_info; for the members, use telegram_get_participants.",
  effect: "read",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  params: z.object({
    chatId: chatId(),
  }),
  utterances: [
    "how many subscribers does @slowradio have?",
    "what is this group about?",
    "tell me about the channel t.me/teanotes",
    "give me the details of chat -1001893345120",
    "is that a channel or a group, and how big is it?",
    "who is behind @harborupdates, what does its description say",
    "¿cuánta gente hay en este grupo?",
    "скільки підписників у каналі @sadivnyk",
    "このグループの説明と人数を教えて",
    "di cosa parla il canale @paginelente?",
    "combien d'abonnés a la chaîne @carnetsdemer",
    "كم عدد أعضاء هذه المجموعة وما وصفها؟",
  ],

  run: ({ chatId: chat }, { telegram, signal }) => telegram.chat(chat, { signal }),
});

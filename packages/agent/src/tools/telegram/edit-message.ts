import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageId, messageText } from "./params.ts";
import { quoted } from "../quoted.ts";

/** Replaces the text of one of the account's own messages. */
export const telegramEditMessage = defineTool({
  name: "telegram_edit_message",
  summary:
    "Edit one of your own messages that is already sent: replace its whole text (fix a " +
    "typo, correct, update). To write a new message, use telegram_send_message.",
  effect: "send",
  scope: "always",
  access: "admin",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("Your own message to change"),
    text: messageText("The complete new text"),
  }),
  utterances: [
    "fix the typo in what I just sent to Ivan",
    "change the time in my announcement from 5 to 6 pm",
    "reword our pinned post so that it says Wednesday",
    "correct your last answer to the customers, the price is 45",
    "the link we posted in the channel this morning was wrong, put in the new one",
    "corrige la faute dans ce que je viens d'écrire à Élise",
    "modifica il post di stamattina: la riunione è alle 15",
    "troca a data no aviso que eu mandei, é dia 12",
    "виправ у моєму повідомленні адресу на Хрещатик, 10",
    "popraw w wysłanej wiadomości do Zosi godzinę na 18:00",
    "朝の投稿に誤字があったから直しておいて",
  ],

  confirm: ({ chatId: chat, messageId: message, text }, { language }) =>
    texts(language).questions.telegram.editMessage({
      message,
      chat: nameChat(chat, language),
      text: quoted(text),
    }),

  async run({ chatId: chat, messageId: message, text }, { telegram, signal }) {
    await telegram.edit({ chatId: chat, messageId: message }, text, { signal });
    return { edited: message };
  },
});

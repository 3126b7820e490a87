import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { nameMessages } from "./name-messages.ts";
import { chatId, messageIds, targetOf } from "./params.ts";
import { POSTING } from "./posting.ts";

/** Copies messages from one chat to another, without their author. */
export const telegramCopyMessage = defineTool({
  name: "telegram_copy_message",
  summary:
    "Copy one or more messages from one chat to another without showing where they came from " +
    "(repost, no forward header). To show the original author, use telegram_forward_message.",
  effect: "send",
  scope: "always",
  access: "owner",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    fromChatId: chatId("The chat that contains the messages"),
    toChatId: chatId("The chat to copy the messages to"),
    messageIds: messageIds("The messages to copy", 100),
    silent: z.boolean().default(false).describe("Copy the messages without a notification."),
  }),
  utterances: [
    "copy message 4021 to the announcements without the forward label",
    "repost what I wrote above in the other group, no forwarded tag",
    "put the same photo into the family chat, but not as a forward",
    "duplicate these three messages in @ournews",
    "move the recipe over there anonymously",
    "kopiere Nachricht 77 in den Kanal, ohne Absender",
    "copia el mensaje 12 al canal sin mostrar de quién es",
    "скопируй сообщение 311 в канал без пересылки",
    "copie le message 9 dans l'autre groupe sans mentionner l'auteur",
    "把第 42 条消息复制到频道,不要显示转发来源",
    "42 numaralı mesajı iletildi yazısı olmadan kanala kopyala",
  ],

  targetChat: ({ toChatId }) => targetOf(toChatId),

  confirm: ({ fromChatId, toChatId, messageIds: messages }, { language }) =>
    texts(language).questions.telegram.copyMessage({
      ...nameMessages(messages),
      from: nameChat(fromChatId, language),
      to: nameChat(toChatId, language),
    }),

  run: ({ fromChatId, toChatId, messageIds: messages, silent }, context) => {
    const { telegram, callId, signal } = context;
    const options = { callId, signal, silent, hidesAuthor: true };
    return telegram.forward({ chat: fromChatId, messages }, toChatId, options);
  },
});

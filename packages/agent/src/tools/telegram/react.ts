import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageId, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";

/** Puts a reaction on a message. */
export const telegramReact = defineTool({
  name: "telegram_react",
  summary:
    "Put an emoji reaction (like, heart, thumbs up) on a message in a chat, instead of " +
    "writing an answer. To answer in words, use telegram_reply_message.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("The message to react to"),
    emoji: z
      .string()
      .max(16)
      .refine((text) => /^\p{Extended_Pictographic}/u.test(text), "a reaction is one emoji")
      .describe('An emoji that Telegram supports as a reaction, such as "👍" or "🔥".'),
  }),
  utterances: [
    "put a heart on the last thing Lena wrote",
    "give his idea a thumbs up from me",
    "add a 🔥 to what Ruben just posted",
    "just acknowledge her note with an emoji, no need to write back",
    "like number 5821 in the family chat",
    "mets un pouce en l'air sur ce que Paul a écrit",
    "metti un cuoricino sotto la foto di Giulia",
    "dá um joinha no que a Ana mandou agora",
    "постав вогник під останнім дописом Олега",
    "zostaw uśmieszek pod tym, co napisała Kasia",
    "田中さんの書き込みにハートをつけておいて",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, messageId: message, emoji }, { language }) =>
    texts(language).questions.telegram.react({
      emoji: quoted(emoji),
      message,
      chat: nameChat(chat, language),
    }),

  async run({ chatId: chat, messageId: message, emoji }, { telegram, signal }) {
    await telegram.react({ chatId: chat, messageId: message }, emoji, { signal });
    return { reacted: emoji };
  },
});

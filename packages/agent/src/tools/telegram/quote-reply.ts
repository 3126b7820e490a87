import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageId, messageText, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING } from "./posting.ts";

/** Answers a passage of a message. */
export const telegramQuoteReply = defineTool({
  name: "telegram_quote_reply",
  summary:
    "Reply to a message while quoting one exact passage of it, so that it is clear which " +
    "sentence you answer. To answer the message as a whole, use telegram_reply_message.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("The message to reply to"),
    quoteText: z
      .string()
      .min(1)
      .max(1024)
      .describe("Passage to quote, exactly as it appears in the message."),
    text: messageText("The reply"),
    quoteOffset: z
      .number()
      .int()
      .min(0)
      .max(4096)
      .default(0)
      .describe(
        "Where the passage starts in the message, in UTF-16 code units. Required only if the passage occurs more than once.",
      ),
  }),
  utterances: [
    "answer only the sentence about the budget in Leo's long message and quote it",
    'reply to the part where she says "Thursday works" and confirm',
    "quote his line about the refund and write that we agree",
    "pick out the second question from that wall of text and respond to exactly that",
    'highlight "no later than May" in his offer and ask whether June is okay',
    "Antworte auf den Satz mit der Frist, mit Zitat, und schreib, dass das passt",
    "cita solo la frase del precio y responde que es demasiado",
    "процитируй его слова про аванс и ответь, что согласны",
    "引用他消息里关于价格的那句话，回复说可以",
    'yazısındaki "yarın teslim" kısmını alıntılayıp tamam de',
    "اقتبس جملته عن موعد التسليم ورد عليها بأننا موافقون",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, messageId: message, quoteText, text }, { language }) =>
    texts(language).questions.telegram.quoteReply({
      text: quoted(text),
      quote: quoted(quoteText),
      message,
      chat: nameChat(chat, language),
    }),

  run: ({ chatId: chat, messageId: message, quoteText, quoteOffset, text }, context) => {
    const { telegram, callId, signal } = context;
    const quote = { text: quoteText, offset: quoteOffset };
    return telegram.post(
      chat,
      { type: "text", text },
      { callId, signal, replyToId: message, quote },
    );
  },
});

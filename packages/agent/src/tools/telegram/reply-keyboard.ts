import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageText, replyToId, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING } from "./posting.ts";

/** Sends a message with answers to tap. */
export const telegramReplyKeyboard = defineTool({
  name: "telegram_reply_keyboard",
  summary:
    "Send a message with a reply keyboard: buttons with ready answers that people tap " +
    "instead of writing them (yes/no, sizes, menu). To count votes, use " +
    "telegram_create_poll; without buttons, use telegram_send_message.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    chatId: chatId("The chat to send the message to"),
    text: messageText("The message above the buttons"),
    buttons: z
      .array(z.array(z.string().trim().min(1).max(64)).min(1).max(8))
      .min(1)
      .max(25)
      .describe(
        'Buttons, row by row. Tapping a button sends its text. Example: [["Yes", ' +
          '"No"], ["Later"]].',
      ),
    oneTime: z.boolean().default(false).describe("Hide the buttons after one is tapped."),
    resize: z
      .boolean()
      .default(true)
      .describe("Make the keyboard no taller than its buttons need."),
    selective: z
      .boolean()
      .default(false)
      .describe(
        "Show the buttons only to people mentioned in the text and to the author of the " +
          "message that you reply to.",
      ),
    replyToId: replyToId(),
  }),
  utterances: [
    "ask the customers whether they want delivery, with yes and no buttons they can tap",
    "ask Mia for her t-shirt size and give her S, M and L as quick answers",
    "I want preset answers under the question about the pickup time",
    "offer three tappable choices to @bernd: pizza, sushi, salad",
    'write "Are you coming on Sunday?" to the band and let them just press Yes, No or Maybe',
    "Schick die Terminfrage an Nora mit Antwortknöpfen für Montag und Dienstag",
    "manda la pregunta del menú con botones de respuesta rápida: carne, pescado, vegano",
    "спроси клиента про доставку и дай кнопки «да» и «нет»",
    "给小美发条消息，下面带快捷按钮让她选大杯还是小杯",
    "altında Evet ve Hayır düğmeleri olan bir soru yolla müşteriye",
    "أرسل للزبون سؤالًا تحته أزرار جاهزة: موافق أو غير موافق",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, text, buttons }, { language }) =>
    texts(language).questions.telegram.replyKeyboard({
      text: quoted(text),
      buttons: quoted(buttons.flat().join(" / ")),
      chat: nameChat(chat, language),
    }),

  run: (
    { chatId: chat, text, buttons, oneTime, resize, selective, replyToId: message },
    context,
  ) => {
    const { telegram, callId, signal } = context;
    const keyboard = {
      rows: buttons,
      isOneTime: oneTime,
      isResized: resize,
      isSelective: selective,
    };
    return telegram.post(
      chat,
      { type: "text", text, keyboard },
      { callId, signal, replyToId: message },
    );
  },
});

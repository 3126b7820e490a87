import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, scheduleDate, TELEGRAM_ACCOUNT } from "./params.ts";
import { quoted } from "../quoted.ts";

/** Puts a message into the queue of a chat. */
export const telegramScheduleMessage = declareTool({
  name: "telegram_schedule_message",
  summary:
    "Schedule a text message: Telegram itself sends it to a chat at a later date and time, " +
    "even while you are offline. To send it now, use telegram_send_message; for reminders " +
    "or work to do later, use telegram_create_scheduled_task.",
  effect: "send",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "same-key",
  params: z.object({
    chatId: chatId("The chat to send the message to"),
    text: z
      .string()
      .trim()
      .min(1)
      .max(4096)
      .describe("Message as plain text, up to 4096 characters."),
    scheduleDate: scheduleDate("When to send the message"),
  }),
  utterances: [
    'send "happy birthday" to Emma tomorrow at 9 am',
    "post the newsletter in the channel on Monday morning by itself",
    "have this go out to the crew at 18:00 tonight",
    "write to the plumber in two hours that I'm home",
    "text my mum on Sunday at noon that lunch is ready, even if you are offline then",
    'Schick Paul morgen um acht automatisch "Viel Erfolg"',
    "programa un saludo para el grupo de padres el viernes a las 10",
    "отправь Маше завтра в полдень «с днём рождения»",
    "明早八点自动给同事们发“开会啦”",
    'pazartesi sabahı ekibe "toplantı 10\'da" diye gidecek bir mesaj ayarla',
    "جهّز تهنئة لأمي تُرسل تلقائيًا غدًا الساعة التاسعة صباحًا",
  ],

  confirm: ({ chatId: chat, text, scheduleDate: date }, { language }) =>
    texts(language).questions.telegram.scheduleMessage({
      text: quoted(text),
      chat: nameChat(chat, language),
      moment: toIso(date),
    }),
});

function toIso(date: string): string {
  return /^\d+$/.test(date) ? new Date(Number(date) * 1000).toISOString() : date;
}

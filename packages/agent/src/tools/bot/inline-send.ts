import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";

/** Posts a result of the companion bot into the current chat, once a call. */
export const botInlineSend = declareTool({
  name: "bot_inline_send",
  summary:
    "Send a result from your companion inline bot to the current chat, such as a card with " +
    'buttons: it queries the bot with "plugin:query" and posts one of the results. Use it ' +
    "when a plugin offers inline results; for plain text, just reply.",
  effect: "send",
  scope: "always",
  access: "member",
  replay: "same-key",
  requires: "a Telegram account and a companion bot",
  utterances: [
    "post the weather card for Lisbon in this chat through your bot",
    "share the second result of music:Daft Punk from the companion bot",
    "show the buttons for casino:roulette here with the inline bot",
    "send an inline game board for chess to the group",
    "let the bot put its quiz card in here",
    "インラインボットで「dice:2d6」の結果をここに送って",
    "Wrzuć tu kartę z bota: pogoda dla Gdańska",
    "Отправь сюда через инлайн-бота карточку курса евро",
    "Poste ici le résultat du bot pour « recettes : ratatouille »",
    "Надішли в цей чат кнопки гри через свого бота",
    "أرسل هنا بطاقة البوت الخاصة بالطقس في عمّان",
    "usa il bot inline per mettere qui la scheda del film",
  ],
  params: z.object({
    plugin: z
      .string()
      .trim()
      .regex(/^[A-Za-z][\w-]{0,63}$/, "a plugin's name contains only letters, digits, - and _")
      .describe('Name of the plugin to query, such as "weather".'),
    query: z
      .string()
      .trim()
      .max(190)
      .describe('Query for the plugin, such as "Lisbon"; can be empty.'),
    resultIndex: z
      .number()
      .int()
      .min(0)
      .max(49)
      .default(0)
      .describe("Index of the result to send; 0 is the first."),
  }),

  confirm: ({ plugin, query, resultIndex }, { language }) =>
    texts(language).questions.bot.inlineSend({
      n: resultIndex + 1,
      query: quoted(`${plugin}:${query}`),
    }),
});

import { z } from "zod";
import { directSetting, groupSettings, pairingSetting } from "../kit/settings.ts";
import { secret } from "../../platform/secret.ts";

/** The name of the channel, in addresses and at `/hooks/`. */
export const TELEGRAM_BOT = "telegram-bot";

const ids = z.array(z.union([z.int(), z.string().regex(/^-?\d+$/, "it must be a number")]));

/** The `channels.telegramBot` section of the config. */
export const telegramBotConfig = z.object({
  token: secret()
    .optional()
    .meta({ variable: "REEVE_TELEGRAM_BOT_TOKEN" })
    .describe("The bot token from @BotFather. Default: no Telegram bot."),
  owners: ids
    .default([])
    .transform(toTexts)
    .describe(
      "The owners' Telegram ids; @userinfobot shows a user's id. A single owner is the same person as at the terminal, with the same notes and memory, and receives the replies to API clients. Several owners each have separate notes and memory.",
    ),
  allow: ids
    .default([])
    .transform(toTexts)
    .describe("The Telegram ids of other people who may use the agent, as members."),
  accounts: ids
    .default([])
    .transform(toTexts)
    .describe(
      "The ids of Telegram accounts that the agent writes from. Their messages are stored but never answered, so that the agent does not talk to itself.",
    ),
  pairing: pairingSetting,
  direct: directSetting,
  mode: z
    .enum(["polling", "webhook"])
    .default("polling")
    .describe(
      "How messages arrive. polling: the bot fetches messages from Telegram. webhook: Telegram calls /hooks/telegram-bot, which must be reachable over HTTPS.",
    ),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The public URL that Telegram calls for the webhook. Default: http.publicUrl."),
  groups: groupSettings(ids.default([]).transform(toTexts)).prefault({}),
  apiRoot: z
    .url({ protocol: /^https?$/ })
    .default("https://api.telegram.org")
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("The Bot API's URL. Change it if you run your own Bot API server."),
  rich: z
    .enum(["auto", "off"])
    .default("auto")
    .describe(
      "Whether replies in direct chats use rich messages with tables and headings. Older Telegram apps cannot display rich messages.",
    ),
});

export type TelegramBotConfig = z.output<typeof telegramBotConfig>;

function toTexts(given: readonly (number | string)[]): readonly string[] {
  return given.map(String);
}

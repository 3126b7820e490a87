import { z } from "zod";
import type { Complete } from "../kit/manifest.ts";
import { groupSettings, peopleSettings } from "../kit/settings.ts";
import { secret } from "../../platform/secret.ts";

/** The name of the channel, in addresses and at `/hooks/`. */
export const TELEGRAM_BOT = "telegram-bot";

/** URL of Telegram's own Bot API. */
export const TELEGRAM_API = "https://api.telegram.org";

const ids = z
  .array(z.union([z.int(), z.string().regex(/^-?\d+$/, "it must be a number")]))
  .default([])
  .transform((given) => given.map(String));

/** The `channels.telegramBot` section of the config. */
export const telegramBotConfig = z.object({
  token: secret()
    .optional()
    .meta({ variable: "REEVE_TELEGRAM_BOT_TOKEN" })
    .describe("The bot token from @BotFather. Default: no Telegram bot."),
  ...peopleSettings(ids, { named: "Telegram ids", example: "123456789" }),
  owners: ids.describe(
    "The owners' Telegram ids; @userinfobot shows a user's id. A single owner is the same person as at the terminal, with the same notes and memory, and receives the replies to API clients. Several owners each have separate notes and memory.",
  ),
  accounts: ids.describe(
    "The ids of Telegram accounts that the agent writes from. Their messages are stored but never answered, so that the agent does not talk to itself.",
  ),
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
  groups: groupSettings(ids).prefault({}),
  business: z
    .enum(["answer", "note", "off"])
    .default("answer")
    .describe(
      "What happens to messages that other people write to the owner's own account, if the owner has connected the bot to it. answer: people who are answered in groups get replies on behalf of the owner. note: messages are stored as context. off: they are ignored. With groups.policy: allowlist, only chats with people whose ids are in groups.allow are read.",
    ),
  inline: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Whether the agent answers inline queries of people who are answered in groups, if inline mode is turned on for the bot. With groups.policy: allowlist, only people whose ids are in groups.allow are answered.",
    ),
  apiRoot: z
    .url({ protocol: /^https?$/ })
    .default(TELEGRAM_API)
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

export type TelegramBotSettings = Complete<TelegramBotConfig, "token">;

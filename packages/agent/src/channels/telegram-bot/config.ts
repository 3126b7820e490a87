import { z } from "zod";
import { secret } from "../../platform/secret.ts";

/** The name of the channel, in addresses and at `/hooks/`. */
export const TELEGRAM_BOT = "telegram-bot";

const ids = z.array(z.union([z.int(), z.string().regex(/^-?\d+$/, "it must be a number")]));

/** The `channels.telegramBot` section of the config. */
export const telegramBotConfig = z.object({
  token: secret()
    .optional()
    .meta({ variable: "REEVE_TELEGRAM_BOT_TOKEN" })
    .describe("The token that @BotFather gave the bot. Without one, there is no bot."),
  owners: ids
    .default([])
    .transform(toTexts)
    .describe(
      "The ids of Telegram users who are the owner; @userinfobot tells one its own. One alone is the person at the terminal, with the same notes and memory, and is answered there what programs say. Several are owners with things of their own.",
    ),
  allow: ids
    .default([])
    .transform(toTexts)
    .describe("The ids of further Telegram users who may talk to the agent, as members."),
  accounts: ids
    .default([])
    .transform(toTexts)
    .describe(
      "The ids of Telegram users in whose name the agent itself writes. What they say is noted and never answered, so that it does not talk with itself.",
    ),
  pairing: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Whether somebody unknown who writes to the bot is shown a code by which the owner lets them in.",
    ),
  mode: z
    .enum(["polling", "webhook"])
    .default("polling")
    .describe(
      "How messages come. polling: the bot asks Telegram for them. webhook: Telegram calls /hooks/telegram-bot, which it has to reach by https.",
    ),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Where Telegram reaches the gateway for the webhook. Without it, http.publicUrl."),
  groups: z
    .object({
      mention: z
        .boolean()
        .default(true)
        .describe(
          "Whether the bot answers in groups only where it is meant: by its name, a reply to it, or a command for it. All else is noted for context.",
        ),
      allow: ids
        .default([])
        .transform(toTexts)
        .describe("The ids of the groups in which it answers. Without any, in every group."),
    })
    .prefault({}),
  apiRoot: z
    .url({ protocol: /^https?$/ })
    .default("https://api.telegram.org")
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("Where the Bot API is, for a server of your own."),
  rich: z
    .enum(["auto", "off"])
    .default("auto")
    .describe(
      "Whether answers in private chats are rich messages, with tables and headings; old programs of Telegram cannot show them.",
    ),
});

export type TelegramBotConfig = z.output<typeof telegramBotConfig>;

function toTexts(given: readonly (number | string)[]): readonly string[] {
  return given.map(String);
}

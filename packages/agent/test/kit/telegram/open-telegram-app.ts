import type { z } from "zod";
import type { configSchema } from "../../../src/app/config-schema.ts";
import { type App, type AppOptions, openApp } from "../open-app.ts";
import type { TelegramServer } from "./telegram-server.ts";

export interface TelegramAppOptions {
  readonly server: Pick<TelegramServer, "botApi">;
  readonly token: string;
  /** The bot's section of the config, beside token and apiRoot. */
  readonly bot?: Omit<
    NonNullable<z.input<typeof configSchema>["channels"]>["telegramBot"] & object,
    "token" | "apiRoot"
  >;
  /** Further sections of the config. */
  readonly config?: z.input<typeof configSchema>;
  /** Takes the place of what the app is run with. */
  readonly setup?: AppOptions["setup"];
  /** Folder of an earlier agent; default: a new folder, which is removed with the app. */
  readonly folder?: string;
}

/** Runs Ann's agent with the built-in model; it connects to the bot's server and answers on its own. */
export async function openTelegramApp(options: TelegramAppOptions): Promise<App> {
  const { server, token, bot, config, folder, setup } = options;
  const telegramBot = { ...bot, token, apiRoot: server.botApi };
  const agent = { model: "offline/rules", ownerName: "Ann" };
  return openApp({
    folder,
    setup,
    config: { agent, channels: { telegramBot }, ...config },
  });
}

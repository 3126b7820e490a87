import type { z } from "zod";
import type { ChannelManifest } from "../kit/manifest.ts";
import { TELEGRAM_BOT, telegramBotConfig, type TelegramBotConfig } from "./config.ts";

export const manifest: ChannelManifest<TelegramBotConfig, z.input<typeof telegramBotConfig>> = {
  name: TELEGRAM_BOT,
  title: "Telegram",
  section: "telegramBot",
  summary: "A Telegram bot.",
  config: telegramBotConfig,
  missing: ({ token }) => (token ? [] : "unwanted"),
  people: ({ owners, allow, direct, groups }) => ({
    owners,
    allow,
    access: { direct, groups: groups.policy },
  }),
  publicUrl: ({ publicUrl }) => publicUrl,
  load: () => import("./create.ts"),
};

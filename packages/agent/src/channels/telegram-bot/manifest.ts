import { defineChannel } from "../kit/manifest.ts";
import { TELEGRAM_BOT, telegramBotConfig } from "./config.ts";

export const manifest = defineChannel({
  name: TELEGRAM_BOT,
  title: "Telegram",
  section: "telegramBot",
  summary: "A Telegram bot.",
  config: telegramBotConfig,
  required: ["token"],
  publicUrl: ({ publicUrl }) => publicUrl,
  load: () => import("./create.ts"),
});

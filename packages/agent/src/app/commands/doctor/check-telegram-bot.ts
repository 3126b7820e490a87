import { isFault } from "@reeve/sdk";
import type { Config } from "../../config-schema.ts";
import { fetchBotInfo } from "../../channels/fetch-bot-info.ts";

export interface TelegramFinding {
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** Whether the bot's token works, and whether anybody may talk to it. */
export async function checkTelegramBot({
  channels: { telegramBot },
  http,
}: Pick<Config, "channels" | "http">): Promise<TelegramFinding> {
  const { token, apiRoot, owners, groups, mode, publicUrl } = telegramBot;
  if (!token) return { state: "ok", message: "no bot is configured" };
  const [known] = await Promise.allSettled([fetchBotInfo({ token, apiRoot })]);
  if (known?.status !== "fulfilled") {
    const error: unknown = known?.reason;
    if (!isFault(error)) throw error;
    const state = error.code === "unavailable" ? "warning" : "problem";
    return { state, message: [error.message, error.hint].filter(Boolean).join(" ") };
  }
  const { username, readsGroups } = known.value;
  if (mode === "webhook" && (publicUrl ?? http.publicUrl) === undefined)
    return { state: "problem", message: "no publicUrl says where Telegram reaches the webhook" };
  if (owners.length === 0)
    return {
      state: "warning",
      message: `@${username} answers, but has no owner: reeve config set channels.telegramBot.owners "[<your id>]"`,
    };
  if (!groups.mention && !readsGroups)
    return {
      state: "warning",
      message: `@${username} answers, but reads of groups only what names it: turn its privacy off with @BotFather (/setprivacy)`,
    };
  return { state: "ok", message: `@${username} answers` };
}

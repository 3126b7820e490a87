import { isFault } from "@reeve/sdk";
import type { Config } from "../../config-schema.ts";
import { fetchBotInfo } from "../../channels/fetch-bot-info.ts";
import { attempt } from "../../../kernel/attempt.ts";

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
  if (!token) return { state: "ok", message: "no bot configured" };
  const known = await attempt(fetchBotInfo({ token, apiRoot }));
  if (known?.status !== "fulfilled") {
    const error: unknown = known?.reason;
    if (!isFault(error)) throw error;
    const state = error.code === "unavailable" ? "warning" : "problem";
    return { state, message: [error.message, error.hint].filter(Boolean).join(" ") };
  }
  const { username, readsGroups } = known.value;
  if (mode === "webhook" && (publicUrl ?? http.publicUrl) === undefined)
    return {
      state: "problem",
      message: "publicUrl is not set, so Telegram cannot reach the webhook",
    };
  if (owners.length === 0)
    return {
      state: "warning",
      message: `@${username} responds, but no owner is set: reeve config set channels.telegramBot.owners "[<your id>]"`,
    };
  if (!groups.mention && !readsGroups)
    return {
      state: "warning",
      message: `@${username} responds, but in groups it only sees messages that mention it: turn off privacy mode with @BotFather (/setprivacy)`,
    };
  return { state: "ok", message: `@${username} responds` };
}

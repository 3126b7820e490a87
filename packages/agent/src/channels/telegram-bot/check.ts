import { attempt } from "../../kernel/attempt.ts";
import { type Finding, type Reach, toFinding } from "../kit/manifest.ts";
import type { TelegramBotConfig } from "./config.ts";
import { fetchBotInfo } from "./fetch-bot-info.ts";

/** Checks whether the bot's token works, and whether anybody may talk to the bot. */
export async function check(
  { token, apiRoot, owners, groups, mode, publicUrl }: TelegramBotConfig,
  reach: Reach,
): Promise<Finding> {
  if (!token) throw new Error("the bot has no token");
  const known = await attempt(fetchBotInfo({ token, apiRoot }));
  if (known?.status !== "fulfilled") return toFinding(known?.reason);
  const { username, readsGroups } = known.value;
  if (mode === "webhook" && (publicUrl ?? reach.publicUrl) === undefined)
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

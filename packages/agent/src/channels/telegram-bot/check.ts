import { checkAccount, type Finding, type Reach } from "../kit/manifest.ts";
import type { TelegramBotSettings } from "./config.ts";
import { fetchBotInfo } from "./fetch-bot-info.ts";

/** Checks whether the bot's token works, and whether anybody may talk to the bot. */
export function check(
  { token, apiRoot, owners, groups, mode, publicUrl }: TelegramBotSettings,
  reach: Reach,
): Promise<Finding> {
  const look = async () => {
    const { username, readsGroups } = await fetchBotInfo({ token, apiRoot });
    return { name: `@${username}`, readsGroups };
  };
  return checkAccount(look, {
    owners,
    section: "telegramBot",
    example: '"[<your id>]"',
    hindrance({ name, readsGroups }) {
      if (mode === "webhook" && (publicUrl ?? reach.publicUrl) === undefined)
        return {
          state: "problem",
          message: "publicUrl is not set, so Telegram cannot reach the webhook",
        };
      if (groups.mention || readsGroups) return undefined;
      return {
        state: "warning",
        message: `${name} works, but in groups it only sees messages that mention it: turn off privacy mode with @BotFather (/setprivacy)`,
      };
    },
  });
}

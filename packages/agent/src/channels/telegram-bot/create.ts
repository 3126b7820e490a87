import { createHmac } from "node:crypto";
import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { machineTime } from "../kit/flood-gate.ts";
import { createTelegramBot } from "./channel.ts";
import { createTelegramClient } from "./client.ts";
import { TELEGRAM_BOT, type TelegramBotSettings } from "./config.ts";

export { check } from "./check.ts";

/** Creates the channel from complete settings. */
export function create({ token, ...settings }: TelegramBotSettings, host: ChannelHost): Channel {
  const base = settings.publicUrl ?? host.publicUrl;
  // The secret is derived from the token, so that Telegram's calls prove that they are Telegram's.
  const secret = () => createHmac("sha256", token.reveal()).update("webhook").digest("hex");
  const webhook = settings.mode === "webhook" && {
    webhook: { url: base && new URL(`/hooks/${TELEGRAM_BOT}`, base).href, secret: secret() },
  };
  return createTelegramBot({
    ...host,
    ...webhook,
    client: createTelegramClient({ token, apiRoot: settings.apiRoot, ...machineTime }),
    config: settings,
    memory: host.state,
    async privileged() {
      const roles = ["owner", "admin"] as const;
      const chats = roles.map(async (role) =>
        (await host.directChatsOf(role)).map((chat) => ({ chat, role })),
      );
      return (await Promise.all(chats)).flat();
    },
  });
}

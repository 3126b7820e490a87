import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { renderMarkdown, renderRich, splitText } from "chat-markdown/telegram";
import { steadyClock } from "../../kernel/clock.ts";
import { wait } from "../../kernel/wait.ts";
import type { Secret } from "../../platform/secret.ts";
import type { Channel } from "../../channels/channel.ts";
import { createTelegramClient } from "../../channels/telegram-bot/client.ts";
import { TELEGRAM_BOT } from "../../channels/telegram-bot/config.ts";
import { createTelegramBot } from "../../channels/telegram-bot/channel.ts";
import type { ChannelSetup } from "./choose-channels.ts";
import type { Config } from "../config-schema.ts";
import { createChannelMemory } from "./create-channel-memory.ts";
import { findMessageText } from "./find-message-text.ts";
import { TENANT } from "../agent-kernel.ts";
import type { Agent } from "../open-agent.ts";
import { createBilledSpeech } from "../speech/billed-speech.ts";

/** The Telegram bot, where there is a token for one. */
export function createTelegramBotChannel(
  { core, store, speech }: Pick<Agent, "core" | "store" | "speech">,
  { config, log, clock, steps }: ChannelSetup,
): Channel | undefined {
  const { token, ...settings } = config.channels.telegramBot;
  if (!token) return undefined;
  const channel = TELEGRAM_BOT;
  return createTelegramBot({
    client: createTelegramClient({ token, apiRoot: settings.apiRoot, clock: steadyClock, after }),
    config: settings,
    memory: createChannelMemory(store, { tenant: TENANT, channel, clock }),
    rendering: { markdown: renderMarkdown, rich: renderRich, split: splitText },
    ...(speech.say && {
      say: createBilledSpeech(speech.say, {
        store,
        tenant: TENANT,
        clock,
        timeZone: config.agent.timeZone,
        limits: config.limits,
      }),
    }),
    readFile: (path) => readFile(path),
    control: core.control,
    commands: core.commands,
    resolveSender: (sender) => core.resolveSender(channel, sender),
    findSaid: (externalId, message) =>
      findMessageText(store, { channel, chat: externalId, message }),
    async requesterOf({ person, chat }) {
      const { chats, people } = store.read;
      const found = await chats.byId(chat);
      return {
        account: (await people.identityOn(person, channel))?.externalId,
        chat: found?.channel === channel ? found.externalId : undefined,
      };
    },
    privileged: async () => {
      const chats = await Promise.all(
        (["owner", "admin"] as const).map(async (role) =>
          (await store.read.chats.directOf(TENANT, [role])).map(({ channel: of, externalId }) => ({
            of,
            chat: externalId,
            role,
          })),
        ),
      );
      return chats.flat().filter(({ of }) => of === channel);
    },
    ...(settings.mode === "webhook" && { webhook: webhookOf(config, token) }),
    report: (reason) => steps.report(channel, reason),
    clock,
    pause: wait,
    log,
  });
}

function after(ms: number, work: () => void): void {
  setTimeout(work, ms).unref();
}

/** Where Telegram calls, and how it proves who it is: by what only who has the token can know. */
function webhookOf({ channels, http }: Config, token: Secret) {
  const base = channels.telegramBot.publicUrl ?? http.publicUrl;
  return {
    url: base && new URL(`/hooks/${TELEGRAM_BOT}`, base).href,
    secret: createHmac("sha256", token.reveal()).update("webhook").digest("hex"),
  };
}

import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { renderMarkdown } from "../integrations/telegram/render-markdown.ts";
import { renderRich } from "../integrations/telegram/render-rich.ts";
import { splitText } from "../integrations/telegram/split-text.ts";
import { steadyClock, systemClock } from "../kernel/clock.ts";
import { wait } from "../llm/wait.ts";
import type { Secret } from "../platform/secret.ts";
import type { Surface } from "../surfaces/surface.ts";
import { createTelegramClient } from "../surfaces/telegram-bot/client.ts";
import { TELEGRAM_BOT } from "../surfaces/telegram-bot/config.ts";
import { createTelegramBot } from "../surfaces/telegram-bot/surface.ts";
import type { SurfaceSetup } from "./choose-surfaces.ts";
import type { Config } from "./config-schema.ts";
import { createSurfaceMemory } from "./create-surface-memory.ts";
import { findSaid } from "./find-said.ts";
import { type Agent, TENANT } from "./open-agent.ts";
import { createSayBilled } from "./say-billed.ts";

/** The Telegram bot, where there is a token for one. */
export function createTelegramBotSurface(
  { core, store, speech }: Pick<Agent, "core" | "store" | "speech">,
  { config, log, steps }: SurfaceSetup,
): Surface | undefined {
  const { token, ...settings } = config.channels.telegramBot;
  if (!token) return undefined;
  const surface = TELEGRAM_BOT;
  const clock = systemClock;
  return createTelegramBot({
    client: createTelegramClient({ token, apiRoot: settings.apiRoot, clock: steadyClock, after }),
    config: settings,
    memory: createSurfaceMemory(store, { tenant: TENANT, surface, clock }),
    rendering: { markdown: renderMarkdown, rich: renderRich, split: splitText },
    ...(speech.say && {
      say: createSayBilled(speech.say, {
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
    knowSender: (sender) => core.knowSender(surface, sender),
    findSaid: (chat, message) => findSaid(store, { surface, chat, message }),
    privileged: async () => {
      const chats = await Promise.all(
        (["owner", "admin"] as const).map(async (role) =>
          (await store.read.places.directOf(TENANT, [role])).map((place) => ({ ...place, role })),
        ),
      );
      return chats.flat().filter((place) => place.surface === surface);
    },
    ...(settings.mode === "webhook" && { webhook: webhookOf(config, token) }),
    report: (reason) => steps.report(surface, reason),
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

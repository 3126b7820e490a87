import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { createChannelMemory } from "../../../src/app/channels/create-channel-memory.ts";
import { findMessageText } from "../../../src/app/channels/find-message-text.ts";
import { type Clock, systemClock } from "../../../src/kernel/clock.ts";
import type { Role } from "../../../src/kernel/principal.ts";
import { wait } from "../../../src/kernel/wait.ts";
import { silentLog } from "../../../src/platform/log.ts";
import { Secret } from "../../../src/platform/secret.ts";
import { createTelegramClient } from "../../../src/channels/telegram-bot/client.ts";
import { TELEGRAM_BOT, telegramBotConfig } from "../../../src/channels/telegram-bot/config.ts";
import {
  createTelegramBot,
  type TelegramBotDeps,
} from "../../../src/channels/telegram-bot/channel.ts";
import type { Channel } from "../../../src/channels/kit/channel.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "../start-agent.ts";
import type { TelegramServer } from "./telegram-server.ts";

export interface TelegramAgentOptions extends Omit<AgentOptions, "channels" | "roles"> {
  readonly server: TelegramServer;
  readonly token: string;
  /** The bot's section of the config, beside token and apiRoot. */
  readonly bot?: Omit<z.input<typeof telegramBotConfig>, "token" | "apiRoot">;
  /** Roles of people, by Telegram id; everyone else is a stranger. */
  readonly people: Readonly<Record<number, Role>>;
  /** Synthesizes replies; without it, all are written. */
  readonly say?: TelegramBotDeps["say"];
  /** Clock of the bot, if the agent has its own; default: the system's. */
  readonly botClock?: Clock;
}

/** Starts an agent with the test's model and tools that uses the real bot. */
export async function startTelegramAgent(options: TelegramAgentOptions): Promise<RunningAgent> {
  const { server, token, people, bot = {}, say, botClock = systemClock, ...agent } = options;
  const config = telegramBotConfig.parse({ ...bot, token, apiRoot: server.botApi });
  const started = Promise.withResolvers<RunningAgent>();
  const channel = stillToCome(
    async () => createBot(await started.promise, { token, config, say, botClock }),
    {
      isPairing: config.pairing === "on",
      ...(say && { canSpeak: true }),
    },
  );
  const running = await startAgent({
    ...agent,
    channels: [channel],
    roles: new Proxy<Record<string, Role>>(
      {},
      { get: (_target, id) => people[Number(id)] ?? "stranger" },
    ),
  });
  started.resolve(running);
  return running;
}

interface BotSettings extends Pick<TelegramAgentOptions, "token" | "say"> {
  readonly botClock: Clock;
  readonly config: z.output<typeof telegramBotConfig>;
}

function createBot(
  { core, store }: RunningAgent,
  { token, config, say, botClock }: BotSettings,
): Channel {
  const { apiRoot } = config;
  return createTelegramBot({
    client: createTelegramClient({
      token: new Secret(token),
      apiRoot,
      clock: systemClock,
      after: (ms, work) => void setTimeout(work, ms).unref(),
    }),
    config,
    memory: createChannelMemory(store, {
      tenant: "home",
      channel: TELEGRAM_BOT,
      clock: systemClock,
    }),
    ...(say && { say }),
    readFile: (path) => readFile(path),
    control: core.control,
    commands: core.commands,
    resolveSender: (sender) => core.resolveSender(TELEGRAM_BOT, sender),
    requesterOf: async () => ({ account: undefined, chat: undefined }),
    findSaid: (externalId, message) =>
      findMessageText(store, { channel: TELEGRAM_BOT, chat: externalId, message }),
    privileged: async () => [],
    report: () => {},
    clock: botClock,
    pause: wait,
    log: silentLog,
  });
}

/** Creates a channel later: an agent gets its channels before it exists, and the bot needs the agent. */
function stillToCome(create: () => Promise<Channel>, own: Partial<Channel>): Channel {
  let made: Promise<Channel> | undefined;
  let username: string | undefined;
  const channel = async () => {
    made ??= create();
    const bot = await made;
    username = bot.username;
    return bot;
  };
  return {
    name: TELEGRAM_BOT,
    ...own,
    get username() {
      return username;
    },
    listen: async (inbox, signal) => (await channel()).listen(inbox, signal),
    files: {
      async fetch(ref, how) {
        const { files } = await channel();
        if (!files) throw new Error("the bot has no files");
        return files.fetch(ref, how);
      },
    },
    push: {
      show: async (address, events, of) => (await channel()).push?.show(address, events, of),
      async deliver(address, part, how) {
        const { push } = await channel();
        if (!push) throw new Error("the bot does not speak");
        return push.deliver(address, part, how);
      },
    },
  };
}

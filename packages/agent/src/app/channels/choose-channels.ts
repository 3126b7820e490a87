import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../platform/log.ts";
import { createHttpChannel } from "../../channels/http/channel.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Config } from "../config-schema.ts";
import { findMissingWhatsApp } from "./find-missing-whatsapp.ts";
import type { Agent } from "../open-agent.ts";
import type { StartSteps } from "../start-steps.ts";

export interface ChannelSetup {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Told that a channel works, or why it does not, while it goes on trying. */
  readonly steps: Pick<StartSteps, "report">;
}

/** Where an agent is talked to; the socket and the gateway belong to the process. */
export async function chooseChannels(
  agent: Agent,
  setup: ChannelSetup,
): Promise<readonly Channel[]> {
  const bot = await chooseTelegramBot(agent, setup);
  const whatsapp = await chooseWhatsApp(agent, setup);
  return [createHttpChannel(), ...(bot ? [bot] : []), ...(whatsapp ? [whatsapp] : [])];
}

/** Its client is loaded only where there is a bot. */
async function chooseTelegramBot(agent: Agent, setup: ChannelSetup): Promise<Channel | undefined> {
  if (!setup.config.channels.telegramBot.token) return undefined;
  const { createTelegramBotChannel } = await import("./create-telegram-bot-channel.ts");
  return createTelegramBotChannel(agent, setup);
}

/** Its client is loaded only where something of it is set. */
async function chooseWhatsApp(agent: Agent, setup: ChannelSetup): Promise<Channel | undefined> {
  if (findMissingWhatsApp(setup.config.channels.whatsapp) === "unwanted") return undefined;
  const { createWhatsAppChannel } = await import("./create-whatsapp-channel.ts");
  return createWhatsAppChannel(agent, setup);
}

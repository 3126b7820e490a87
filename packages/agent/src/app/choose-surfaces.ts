import { systemClock } from "../kernel/clock.ts";
import type { Log } from "../platform/log.ts";
import { createHttpSurface } from "../surfaces/http/surface.ts";
import { createSchedulerSurface } from "../surfaces/scheduler/surface.ts";
import type { Surface } from "../surfaces/surface.ts";
import type { Config } from "./config-schema.ts";
import { findMissingWhatsApp } from "./find-missing-whatsapp.ts";
import type { Agent } from "./open-agent.ts";
import type { StartSteps } from "./start-steps.ts";

export interface SurfaceSetup {
  readonly config: Config;
  readonly log: Log;
  /** Told that a surface works, or why it does not, while it goes on trying. */
  readonly steps: Pick<StartSteps, "report">;
}

/** Where an agent is talked to; the socket and the gateway belong to the process. */
export async function chooseSurfaces(
  agent: Agent,
  setup: SurfaceSetup,
): Promise<readonly Surface[]> {
  const bot = await chooseTelegramBot(agent, setup);
  const whatsapp = await chooseWhatsApp(agent, setup);
  return [
    createSchedulerSurface({ schedule: agent.core.schedule, clock: systemClock }),
    createHttpSurface(),
    ...(bot ? [bot] : []),
    ...(whatsapp ? [whatsapp] : []),
  ];
}

/** Its client is loaded only where there is a bot. */
async function chooseTelegramBot(agent: Agent, setup: SurfaceSetup): Promise<Surface | undefined> {
  if (!setup.config.channels.telegramBot.token) return undefined;
  const { createTelegramBotSurface } = await import("./create-telegram-bot-surface.ts");
  return createTelegramBotSurface(agent, setup);
}

/** Its client is loaded only where something of it is set. */
async function chooseWhatsApp(agent: Agent, setup: SurfaceSetup): Promise<Surface | undefined> {
  if (findMissingWhatsApp(setup.config.channels.whatsapp) === "unwanted") return undefined;
  const { createWhatsAppSurface } = await import("./create-whatsapp-surface.ts");
  return createWhatsAppSurface(agent, setup);
}

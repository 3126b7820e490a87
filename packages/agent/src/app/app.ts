import type { Log } from "../platform/log.ts";
import { createCliSurface } from "../surfaces/cli/surface.ts";
import { createSchedulerSurface } from "../surfaces/scheduler/surface.ts";
import type { Surface } from "../surfaces/surface.ts";
import { systemClock } from "../kernel/clock.ts";
import { lockHome } from "../store/sqlite/lock-home.ts";
import { type Agent, type AgentSetup, openAgent } from "./open-agent.ts";

export interface AppSetup extends Omit<AgentSetup, "stop"> {
  /** Ends the agent. */
  readonly signal: AbortSignal;
  /** Called once terminals can connect. */
  readonly onReady: () => void;
}

/**
 * Runs the agent of a home until `signal` aborts or it is told to stop.
 * Answers `busy`, having done nothing, when another process runs it already.
 */
export async function runApp(setup: AppSetup): Promise<"stopped" | "busy"> {
  const { home, log, signal } = setup;
  using lock = lockHome(home.lock);
  if (!lock) return "busy";

  const told = new AbortController();
  const ended = AbortSignal.any([signal, told.signal]);
  await using agent = await openAgent({ ...setup, stop: () => told.abort() });
  const surfaces = chooseSurfaces(agent, setup);

  log.info("ready", {
    surfaces: surfaces.map(({ name }) => name),
    tools: agent.toolbox.tools.length,
  });
  await Promise.all([agent.core.serve(surfaces, ended), agent.keepMemory(ended)]);
  log.info("stopped");
  return "stopped";
}

/** The surfaces that the config turns on; the terminal always. */
function chooseSurfaces(
  agent: Agent,
  { home, version, log, onReady }: AppSetup,
): readonly Surface[] {
  const { core, owner, description } = agent;
  return [
    createCliSurface({
      path: home.socket,
      owner,
      control: core.control,
      events: core.events,
      version,
      model: description,
      clock: systemClock,
      onBug: bugLogger(log),
      onListening: onReady,
    }),
    createSchedulerSurface({ schedule: core.schedule, clock: systemClock }),
  ];
}

function bugLogger(log: Log): (error: unknown) => void {
  return (error) => log.error("request broke", { error });
}

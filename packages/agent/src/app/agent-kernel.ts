import type { Events } from "../core/events/events.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { type Folder, openFolder } from "../platform/folder.ts";
import type { Home } from "../platform/home.ts";
import type { Log } from "../platform/log.ts";
import type { Tracing } from "../platform/tracing.ts";
import type { Kernel } from "../store/kernel.ts";
import type { Config } from "./config-schema.ts";
import type { OpenedStore } from "./open-store.ts";

/** Tenant of everything in a home. */
export const TENANT = "home";

export interface AgentSetup {
  readonly home: Home;
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  /** The home's data; the caller closes it after the agent. */
  readonly opened: OpenedStore;
  /** Without it, the machine's own is believed. */
  readonly clock?: Clock | undefined;
  /** Told to listeners; for those that outlive the agent. Without it, the agent has its own. */
  readonly events?: Events | undefined;
  /** Told of each numbered step in the life of a message; without it, nobody is. */
  readonly tracing?: Tracing | undefined;
  /** Told when channels and workers begin. */
  readonly onStep?: ((step: "channels" | "workers") => void) | undefined;
  /** Environment of the process; it may hold API keys. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The kernel of one agent: its data, its home and its settings. */
export interface AgentKernel extends Kernel, Omit<AgentSetup, "clock"> {
  /** The workspace's folder. */
  readonly folder: Folder;
  /** Time zone of people who chose none. */
  readonly timeZone: string;
  readonly startedAt: number;
}

export function createAgentKernel(setup: AgentSetup): AgentKernel {
  const { clock = systemClock } = setup;
  return {
    ...setup,
    store: setup.opened.store,
    clock,
    newId,
    folder: openFolder(setup.home.workspace),
    timeZone: setup.config.agent.timeZone,
    startedAt: clock.now(),
  };
}

import type { Log } from "../platform/log.ts";

/** Order in which parts start. Up to the gateway it is the process, from the tools on the agent. */
export const START_ORDER = [
  "config",
  "store",
  "gateway",
  "tools",
  "plugins",
  "mcp",
  "tool-index",
  "knowledge-index",
  "channels",
  "workers",
] as const;

export type StartStep = (typeof START_ORDER)[number];

/** A part that does not work, and why; the others go on without it. */
export interface Unavailable {
  readonly part: string;
  readonly reason: string;
}

export interface StartSteps {
  /** Says that a step begins; throws where the order is another. */
  start(step: StartStep): void;
  /** Says that a part of the agent works, or why it does not. */
  report(part: string, reason: string | undefined): void;
  /** A new start: the steps of the agent come again. */
  again(): void;
  readonly unavailable: readonly Unavailable[];
}

export interface StartStepsDeps {
  readonly log: Log;
  readonly onStep?: ((step: StartStep) => void) | undefined;
}

/** Keeps the order of a start, and what did not come up in it. */
export function createStartSteps({ log, onStep = () => {} }: StartStepsDeps): StartSteps {
  const down = new Map<string, string>();
  let last = -1;

  const start = (step: StartStep) => {
    const at = START_ORDER.indexOf(step);
    if (at <= last) throw new Error(`"${step}" starts after "${START_ORDER[last]}"`);
    last = at;
    log.debug("start", { step });
    onStep(step);
  };
  const report = (part: string, reason: string | undefined) => {
    if (reason === undefined) down.delete(part);
    else down.set(part, reason);
  };

  return {
    start,
    report,
    again() {
      last = START_ORDER.indexOf("gateway");
      down.clear();
    },
    get unavailable() {
      return Array.from(down, ([part, reason]) => ({ part, reason }));
    },
  };
}

/** For people: what an error says. */
export function formatReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { Fault, isFault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import { untilAborted, type Wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { PluginDescription, Work } from "./protocol.ts";
import type { PluginProcess } from "./start-process.ts";

/** Time before a plugin that ended is started again, and the longest one, in milliseconds. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 300_000;
/** A process that ran for so long had not failed to start: the next one may come soon. */
const STABLE_MS = 60_000;
/** Maximum time of a scheduled run. */
const SCHEDULE_MS = 60_000;

export interface RunnerDeps {
  readonly name: string;
  readonly description: Pick<PluginDescription, "schedules" | "hooks" | "hasStart">;
  readonly start: () => Promise<PluginProcess>;
  readonly clock: Clock;
  readonly log: Log;
  readonly pause: Wait;
}

/** Process of a plugin that is there when it is needed. */
export interface Runner {
  /** Runs work, in a process that is started if none runs. `unavailable` until it may be started again. */
  run(
    work: Work,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<unknown>;
  /** Runs the plugin's own work until `signal` aborts. */
  serve(signal: AbortSignal): Promise<void>;
  /** Ends the process once its runs are over, at the latest after `drainMs`. Nothing can be run then. */
  stop(drainMs: number): Promise<void>;
  /** Reason why the last process ended, while no new one may be started; undefined otherwise. */
  readonly failure: () => string | undefined;
  readonly isRunning: () => boolean;
}

export function createRunner({ name, description, start, clock, log, pause }: RunnerDeps): Runner {
  let current: Promise<PluginProcess> | undefined;
  let isRunning = false;
  let isOver = false;
  let retryMs = FIRST_RETRY_MS;
  let failed: { readonly why: string; readonly until: number } | undefined;

  const fail = (why: string, startedAt: number) => {
    const now = clock.now();
    if (now - startedAt >= STABLE_MS) retryMs = FIRST_RETRY_MS;
    failed = { why, until: now + retryMs };
    log.warn("plugin stopped", { reason: why, retryMs });
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  };
  const follow = async ({ ended }: PluginProcess, startedAt: number) => {
    const why = await ended;
    isRunning = false;
    current = undefined;
    if (!isOver) fail(why, startedAt);
  };
  const begin = async (): Promise<PluginProcess> => {
    const startedAt = clock.now();
    try {
      const opened = await start();
      isRunning = true;
      void follow(opened, startedAt);
      return opened;
    } catch (error) {
      current = undefined;
      if (!isOver) fail(reasonOf(error), startedAt);
      throw error;
    }
  };
  const failure = () => (failed && failed.until > clock.now() ? failed.why : undefined);
  const open = (): Promise<PluginProcess> => {
    const why = failure();
    if (isOver || why !== undefined)
      throw new Fault("unavailable", `The plugin ${name} is not running. ${why ?? ""}`.trim(), {
        hint: "Call it again later. Its state: reeve plugin list",
      });
    current ??= begin();
    return current;
  };
  const run: Runner["run"] = async (work, options) => (await open()).run(work, options);
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      // What a plugin does on its own has nobody who waits for it.
      if (!isFault(error)) throw error;
      log.warn("plugin failed", { reason: reasonOf(error) });
    });
  };
  const repeat = async (schedule: string, everyMs: number, signal: AbortSignal) => {
    while (!signal.aborted) {
      await attempt(() =>
        run({ kind: "schedule", name: schedule }, { signal, timeoutMs: SCHEDULE_MS }),
      );
      await pause(everyMs, signal);
    }
  };
  const stayUp = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await attempt(async () => {
        const { ended } = await open();
        await Promise.race([ended, untilAborted(signal)]);
      });
      if (failed) await pause(Math.max(0, failed.until - clock.now()), signal);
    }
  };

  return {
    run,
    async serve(signal) {
      const work = description.schedules.map((schedule) =>
        repeat(schedule.name, schedule.everySeconds * 1000, signal),
      );
      // Nobody who is answered waits until the process of a hook has started.
      if (description.hasStart || description.hooks.length > 0) work.push(stayUp(signal));
      await Promise.all([...work, untilAborted(signal)]);
    },
    async stop(drainMs) {
      isOver = true;
      const opened = await current?.catch(() => undefined);
      await opened?.stop(drainMs);
    },
    failure,
    isRunning: () => isRunning,
  };
}

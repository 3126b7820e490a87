import { Fault, isFault } from "@reeve/sdk";
import type { Clock } from "../kernel/clock.ts";
import { attempt } from "../kernel/attempt.ts";

export type LifecycleState = "stopped" | "starting" | "running" | "stopping";

export interface LifecycleStatus {
  readonly state: LifecycleState;
  /** Since it is running; 0 while it is not. */
  readonly uptimeMs: number;
  /** Why the last start failed; null after one that did not. */
  readonly lastError: StartError | null;
}

export interface StartError {
  readonly message: string;
  readonly hint: string | null;
  readonly at: number;
}

/** Result of a start. */
export interface Started<Part> {
  readonly part: Part;
  /** Ends it; resolves when nothing of it runs any more. Called once. */
  stop(): Promise<void>;
}

export interface LifecycleDeps<Part> {
  /** Brings the part up; of what failed nothing is left. Never called while an earlier one is there. */
  readonly open: () => Promise<Started<Part>>;
  readonly clock: Clock;
  /** Told of each change of state, after it. */
  readonly onChange?: (status: LifecycleStatus) => void;
}

/** Starts and stops one part as often as it is asked to, one thing after the other. */
export interface Lifecycle<Part> {
  readonly status: LifecycleStatus;
  /** The started part, also while it stops; undefined before and afterwards. */
  readonly part: Part | undefined;
  /** Returns the running part, after a start in progress has ended. Throws `unavailable` if nothing runs. */
  running(): Promise<Part>;
  /**
   * Resolves when it runs, and rejects with what kept it from starting; several that ask at once
   * wait for the same start. Throws `conflict` while it stops or is about to.
   */
  start(): Promise<void>;
  /** Resolves when it is stopped. A start that is going on is waited for. */
  stop(): Promise<void>;
  /** Stops it where it runs, then starts it. */
  restart(): Promise<void>;
}

export function createLifecycle<Part>(deps: LifecycleDeps<Part>): Lifecycle<Part> {
  const { open, clock, onChange = () => {} } = deps;
  let state: LifecycleState = "stopped";
  let runningSince = 0;
  let lastError: StartError | null = null;
  let started: Started<Part> | undefined;
  let starting: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  const status = (): LifecycleStatus => ({
    state,
    uptimeMs: state === "running" ? clock.now() - runningSince : 0,
    lastError,
  });
  const move = (to: LifecycleState) => {
    state = to;
    onChange(status());
  };

  const bringUp = async (): Promise<void> => {
    move("starting");
    started = await open().catch((error: unknown) => {
      lastError = toStartError(error, clock.now());
      starting = undefined;
      move("stopped");
      throw error;
    });
    runningSince = clock.now();
    lastError = null;
    starting = undefined;
    move("running");
  };

  const bringDown = async (): Promise<void> => {
    // The caller of the start gets the error.
    await attempt(starting);
    if (!started) {
      stopping = undefined;
      return;
    }
    move("stopping");
    await started.stop().finally(() => {
      started = undefined;
      stopping = undefined;
      move("stopped");
    });
  };

  const start = async (): Promise<void> => {
    if (stopping)
      throw new Fault("conflict", "The agent is stopping.", {
        hint: "Once it has stopped, start it with: reeve agent start",
      });
    if (state === "running") return;
    await (starting ??= bringUp());
  };
  const stop = async (): Promise<void> => {
    if (state === "stopped") return;
    await (stopping ??= bringDown());
  };

  return {
    get status() {
      return status();
    },
    get part() {
      return started?.part;
    },
    async running() {
      await attempt(starting);
      if (started && state === "running") return started.part;
      throw new Fault("unavailable", `The agent is ${state}.`, {
        hint: "Start it with: reeve agent start",
      });
    },
    start,
    stop,
    async restart() {
      await stop();
      await start();
    },
  };
}

function toStartError(error: unknown, at: number): StartError {
  if (isFault(error)) return { message: error.message, hint: error.hint ?? null, at };
  return { message: error instanceof Error ? error.message : String(error), hint: null, at };
}

import { Fault } from "@reeve/sdk";
import type { ToPlugin, Work } from "./protocol.ts";

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Maximum time of the run. */
  readonly timeoutMs: number;
}

export interface PendingRunsDeps {
  /** Name of the plugin. */
  readonly name: string;
  /** Returns false for a line that is too long, which is not sent. */
  readonly send: (line: ToPlugin) => boolean;
  /** Ends the process. */
  readonly end: (reason: string) => void;
}

/** Work that a plugin's process does. */
export interface PendingRuns {
  /** Throws the plugin's fault; `unavailable` if it takes too long, `aborted` on the signal. */
  run(work: Work, options: RunOptions): Promise<unknown>;
  workOf(id: number | undefined): Work | undefined;
  /** Settles a run. False if there is none with this id. */
  settle(id: number, outcome: { readonly value: unknown } | { readonly fault: Fault }): boolean;
  failAll(fault: Fault): void;
  /** Resolves once everything that runs now has ended. */
  drained(): Promise<unknown>;
}

const MAX_RUNS = 16;
/** Time that a run has to end after it was stopped, before the process is ended. */
const GRACE_MS = 2000;

interface PendingRun extends PromiseWithResolvers<unknown> {
  readonly work: Work;
}

export function createPendingRuns({ name, send, end }: PendingRunsDeps): PendingRuns {
  const pending = new Map<number, PendingRun>();
  let number = 0;

  return {
    async run(work, { signal, timeoutMs }) {
      if (pending.size >= MAX_RUNS)
        throw new Fault("exhausted", `The plugin ${name} is busy with ${MAX_RUNS} calls.`, {
          hint: "Call it again later.",
        });
      number += 1;
      const id = number;
      const outcome = Promise.withResolvers<unknown>();
      pending.set(id, { work, ...outcome });
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      let grace: NodeJS.Timeout | undefined;
      const stop = () => {
        send({ type: "cancel", id });
        grace = setTimeout(() => end("A call did not end when it was stopped."), GRACE_MS);
      };
      limit.addEventListener("abort", stop);
      if (!send({ type: "run", id, work }))
        outcome.reject(new Fault("invalid", `The arguments are too large for the plugin ${name}.`));
      if (limit.aborted) stop();
      try {
        return await outcome.promise;
      } catch (cause) {
        if (signal.aborted)
          throw new Fault("aborted", `The call of the plugin ${name} was stopped.`, { cause });
        if (!limit.aborted) throw cause;
        const message = `The plugin ${name} did not answer within ${timeoutMs} ms.`;
        throw new Fault("unavailable", message, { cause });
      } finally {
        pending.delete(id);
        clearTimeout(grace);
        limit.removeEventListener("abort", stop);
      }
    },
    workOf: (id) => (id === undefined ? undefined : pending.get(id)?.work),
    settle(id, outcome) {
      const settled = pending.get(id);
      pending.delete(id);
      if (settled && "value" in outcome) settled.resolve(outcome.value);
      else if (settled && "fault" in outcome) settled.reject(outcome.fault);
      return settled !== undefined;
    },
    failAll(fault) {
      for (const one of pending.values()) one.reject(fault);
      pending.clear();
    },
    drained: () => Promise.allSettled([...pending.values()].map((one) => one.promise)),
  };
}

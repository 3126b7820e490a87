import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ROOT } from "./mutants.ts";
import type { TesterJob, TesterResult } from "./test-process.ts";

export interface Tester extends AsyncDisposable {
  /** Undefined if the tests hang. Stray errors count only if they come again in a new process. */
  run(job: TesterJob, timeoutMs: number): Promise<TesterResult | undefined>;
}

/** Opens a process that runs tests; one that hangs is replaced. */
export function openTester(
  code: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>> = {},
): Tester {
  let child: ChildProcess | undefined;

  const start = () => {
    const started = fork(path.join(import.meta.dirname, "test-process.ts"), {
      cwd: ROOT,
      detached: true,
      serialization: "advanced",
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.send({ code });
    return started;
  };
  const stop = async () => {
    const stopped = child;
    child = undefined;
    if (!stopped?.pid || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const ended = once(stopped, "exit");
    // The process has a group of its own, which its test workers belong to.
    process.kill(-stopped.pid, "SIGKILL");
    await ended;
  };

  const runOnce = async (job: TesterJob, timeoutMs: number) => {
    const running = (child ??= start());
    const { promise, resolve, reject } = Promise.withResolvers<TesterResult | undefined>();
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    running.once("message", (value: TesterResult) => resolve(value));
    running.once("exit", (status) => reject(new Error(`the tests ended with ${status}`)));
    running.send(job);
    const result = await promise.finally(() => {
      clearTimeout(timer);
      running.removeAllListeners("message").removeAllListeners("exit");
    });
    if (!result || result.hasStrayErrors) await stop();
    return result;
  };

  return {
    async run(job, timeoutMs) {
      const result = await runOnce(job, timeoutMs);
      return result?.hasStrayErrors ? runOnce(job, timeoutMs) : result;
    },
    [Symbol.asyncDispose]: stop,
  };
}

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { Fault, isFault } from "@reeve/sdk";
import { untilAborted } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import {
  type FromPlugin,
  fromPlugin,
  MAX_LINE_BYTES,
  type PluginDescription,
  type Question,
  type SentFault,
  type ToPlugin,
  type Work,
} from "./protocol.ts";
import { readLines } from "./read-lines.ts";

/** Command that starts the process of a plugin. */
export interface PluginCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ProcessOptions extends Omit<Extract<ToPlugin, { type: "open" }>, "type"> {
  readonly name: string;
  readonly command: PluginCommand;
  readonly log: Log;
  /** Answers the plugin. `work` is the run in which it asks, if it runs. */
  readonly answer: (question: Question, work: Work | undefined) => Promise<unknown>;
  readonly signal: AbortSignal;
}

export interface PluginProcess {
  readonly description: PluginDescription;
  /** Runs work. Throws the plugin's fault; `unavailable` if the process ends, `aborted` on the signal. */
  run(
    work: Work,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<unknown>;
  /** Resolves to the reason when the process has ended. */
  readonly ended: Promise<string>;
  /** Waits for the runs, at most `drainMs`, then lets the plugin stop, for at most five seconds. */
  stop(drainMs: number): Promise<void>;
}

const OPEN_MS = 20_000;
const STOP_MS = 5000;
const MAX_RUNS = 16;
const MAX_QUESTIONS = 16;
/** Time that a run has to end after its call was stopped, before the process is ended. */
const GRACE_MS = 2000;
/** Lines of log per process; what comes after is dropped. */
const MAX_LOGGED = 1000;

interface Run {
  readonly work: Work;
  readonly settled: PromiseWithResolvers<unknown>;
}

/** Starts the process of a plugin. Rejects with a fault that says why it could not start. */
export async function startProcess({
  name,
  command,
  log,
  answer,
  signal,
  ...opening
}: ProcessOptions): Promise<PluginProcess> {
  const child = spawn(command.command, command.args, { env: command.env, stdio: "pipe" });
  const ended = Promise.withResolvers<string>();
  const ready = Promise.withResolvers<PluginDescription>();
  const runs = new Map<number, Run>();
  let number = 0;
  let questions = 0;
  let logged = 0;
  let complaint = "";
  let reason: string | undefined;

  const end = (why: string) => {
    reason ??= why;
    child.kill("SIGKILL");
  };
  const send = (line: ToPlugin) => void child.stdin.write(`${JSON.stringify(line)}\n`);
  const settle = (id: number, by: (run: Run) => void) => {
    const run = runs.get(id);
    if (!run) return end("It answered a question that nobody asked.");
    runs.delete(id);
    by(run);
  };
  const reply = async (id: number, question: Question, work: Work | undefined) => {
    questions += 1;
    if (questions > MAX_QUESTIONS) return end("It asked too many questions at once.");
    try {
      send({ type: "answer", id, value: await answer(question, work) });
    } catch (error) {
      if (!isFault(error)) log.error("a plugin's question failed", { error });
      send({ type: "refusal", id, fault: toSent(error) });
    } finally {
      questions -= 1;
    }
  };
  const take = (line: FromPlugin) => {
    if (line.type === "ready") ready.resolve(line.description);
    else if (line.type === "failed" && line.id === undefined)
      ready.reject(toFault(name, line.fault));
    else if (line.type === "failed")
      settle(line.id ?? 0, (run) => run.settled.reject(toFault(name, line.fault)));
    else if (line.type === "done") settle(line.id, (run) => run.settled.resolve(line.value));
    else if (line.type === "ask") void reply(line.id, line.question, runs.get(line.run ?? 0)?.work);
    else if (++logged <= MAX_LOGGED) log[line.level]("plugin says", { text: line.text });
  };
  const read = async () => {
    for await (const text of readLines(child.stdout, MAX_LINE_BYTES)) {
      const line = fromPlugin.safeParse(parse(text));
      if (!line.success) return end("It wrote something that is not a line of the protocol.");
      take(line.data);
    }
  };

  void read().catch(() => end(`It wrote a line of more than ${MAX_LINE_BYTES} bytes.`));
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  // Its end is reported once, whatever fails first.
  child.stdin.on("error", () => {});
  void over(child).then((code) => {
    const why = reason ?? `Its process ended (${code}).${complaint && ` ${complaint.trim()}`}`;
    const fault = new Fault("unavailable", `The plugin ${name} stopped: ${why}`, {
      hint: "Call it again later. Its state: reeve plugin list",
    });
    ready.reject(fault);
    for (const run of runs.values()) run.settled.reject(fault);
    runs.clear();
    ended.resolve(why);
  });

  const limit = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
  const onLimit = () => end("It did not start within 20 seconds.");
  limit.addEventListener("abort", onLimit);
  send({ type: "open", ...opening });
  try {
    const description = await ready.promise;
    return { description, run, ended: ended.promise, stop };
  } catch (error) {
    end("It did not start.");
    await ended.promise;
    throw error;
  } finally {
    limit.removeEventListener("abort", onLimit);
  }

  async function run(
    work: Work,
    { signal: stopped, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<unknown> {
    if (runs.size >= MAX_RUNS)
      throw new Fault("exhausted", `The plugin ${name} is busy with ${MAX_RUNS} calls.`, {
        hint: "Call it again later.",
      });
    number += 1;
    const id = number;
    const settled = Promise.withResolvers<unknown>();
    runs.set(id, { work, settled });
    const over = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
    let grace: NodeJS.Timeout | undefined;
    const onOver = () => {
      send({ type: "cancel", id });
      grace = setTimeout(() => end("A call did not end when it was stopped."), GRACE_MS);
    };
    over.addEventListener("abort", onOver);
    if (over.aborted) onOver();
    send({ type: "run", id, work });
    try {
      return await settled.promise;
    } catch (error) {
      if (stopped.aborted)
        throw new Fault("aborted", `The call of the plugin ${name} was stopped.`, { cause: error });
      if (over.aborted)
        throw new Fault(
          "unavailable",
          `The plugin ${name} did not answer within ${timeoutMs} ms.`,
          {
            cause: error,
          },
        );
      throw error;
    } finally {
      clearTimeout(grace);
      over.removeEventListener("abort", onOver);
    }
  }

  async function stop(drainMs: number): Promise<void> {
    const drained = AbortSignal.timeout(drainMs);
    const settled = Promise.allSettled([...runs.values()].map((one) => one.settled.promise));
    await Promise.race([settled, ended.promise, untilAborted(drained)]);
    reason ??= "It was stopped.";
    send({ type: "stop" });
    const grace = setTimeout(() => end("It did not stop."), STOP_MS);
    await ended.promise;
    clearTimeout(grace);
  }
}

async function over(child: ChildProcessWithoutNullStreams): Promise<string> {
  try {
    const [code, signal] = await once(child, "close");
    return String(signal ?? code);
  } catch (error) {
    return String(error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFault(name: string, { code, message, hint }: SentFault): Fault {
  return new Fault(code, `Plugin ${name}: ${message}`, hint === undefined ? {} : { hint });
}

function toSent(error: unknown): SentFault {
  if (!isFault(error)) return { code: "unavailable", message: "The agent failed to answer." };
  const { code, message, hint } = error;
  return {
    code,
    message: message.slice(0, 2000),
    ...(hint !== undefined && { hint: hint.slice(0, 1000) }),
  };
}

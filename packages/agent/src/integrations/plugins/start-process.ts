import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { Fault, isFault } from "@reeve/sdk";
import { parseJson } from "../../kernel/text/parse-json.ts";
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
import { createPendingRuns, type PendingRuns } from "./pending-runs.ts";
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
  readonly run: PendingRuns["run"];
  /** Resolves to the reason when the process has ended. */
  readonly ended: Promise<string>;
  /** Waits for the runs, at most `drainMs`, then lets the plugin stop, for at most five seconds. */
  readonly stop: (drainMs: number) => Promise<void>;
}

const OPEN_MS = 20_000;
const STOP_MS = 5000;
const MAX_QUESTIONS = 16;
/** Bytes that may wait for a plugin to read them. */
const MAX_UNREAD_BYTES = 4 * MAX_LINE_BYTES;
/** Lines of log per process; what comes after is dropped. */
const MAX_LOGGED = 1000;

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
  const ready = Promise.withResolvers<PluginDescription>();
  let questions = 0;
  let logged = 0;
  let reason: string | undefined;

  const end = (why: string) => {
    reason ??= why;
    child.kill("SIGKILL");
  };
  /** False if the line is too long. */
  const send = (line: ToPlugin) => {
    const text = `${JSON.stringify(line)}\n`;
    if (Buffer.byteLength(text) > MAX_LINE_BYTES) return false;
    child.stdin.write(text);
    if (child.stdin.writableLength > MAX_UNREAD_BYTES) end("It does not read what it is sent.");
    return true;
  };
  const runs = createPendingRuns({ name, send, end });
  const reply = async (id: number, question: Question, work: Work | undefined) => {
    questions += 1;
    if (questions > MAX_QUESTIONS) return end("It asked too many questions at once.");
    try {
      if (!send({ type: "answer", id, value: await answer(question, work) }))
        throw new Fault("exhausted", "The answer is too large for a plugin.");
    } catch (error) {
      if (!isFault(error)) log.error("a plugin's question failed", { error });
      send({ type: "refusal", id, fault: toSent(error) });
    } finally {
      questions -= 1;
    }
  };
  const settle = (id: number, outcome: Parameters<PendingRuns["settle"]>[1]) => {
    if (!runs.settle(id, outcome)) end("It answered a question that nobody asked.");
  };
  const take = (line: FromPlugin) => {
    if (line.type === "ready") ready.resolve(line.description);
    else if (line.type === "done") settle(line.id, { value: line.value });
    else if (line.type === "ask") void reply(line.id, line.question, runs.workOf(line.run));
    else if (line.type === "failed") {
      const fault = toFault(name, line.fault);
      if (line.id === undefined) ready.reject(fault);
      else settle(line.id, { fault });
    } else if (++logged <= MAX_LOGGED) log[line.level]("plugin says", { text: line.text });
  };
  const read = async () => {
    for await (const text of readLines(child.stdout, MAX_LINE_BYTES)) {
      const line = fromPlugin.safeParse(parseJson(text)?.value);
      if (!line.success) return end("It wrote something that is not a line of the protocol.");
      take(line.data);
    }
  };
  const watchOver = async () => {
    const complaint = await waitForEnd(child);
    const why = reason ?? `Its process ended ${complaint}`;
    const fault = new Fault("unavailable", `The plugin ${name} stopped: ${why}`, {
      hint: "Call it again later. Its state: reeve plugin list",
    });
    ready.reject(fault);
    runs.failAll(fault);
    return why;
  };

  void read().catch(() => end(`It wrote a line of more than ${MAX_LINE_BYTES} bytes.`));
  // Its end is reported once, whatever fails first.
  child.stdin.on("error", () => {});
  const ended = watchOver();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
  const onLimit = () => end("It did not start within 20 seconds.");
  limit.addEventListener("abort", onLimit);
  if (limit.aborted) onLimit();
  send({ type: "open", ...opening });
  try {
    const description = await ready.promise;
    return {
      description,
      run: (work, options) => runs.run(work, options),
      ended,
      async stop(drainMs) {
        const drained = AbortSignal.any([signal, AbortSignal.timeout(drainMs)]);
        await Promise.race([runs.drained(), ended, untilAborted(drained)]);
        reason ??= "It was stopped.";
        send({ type: "stop" });
        const grace = setTimeout(() => end("It did not stop."), STOP_MS);
        await ended;
        clearTimeout(grace);
      },
    };
  } catch (error) {
    end("It did not start.");
    await ended;
    throw error;
  } finally {
    limit.removeEventListener("abort", onLimit);
  }
}

const COMPLAINT_CHARS = 2000;

/** Waits until a process has ended, and returns how, with the last that it complained of. */
async function waitForEnd(child: ChildProcessWithoutNullStreams): Promise<string> {
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_CHARS);
  });
  try {
    const [code, signal]: unknown[] = await once(child, "close");
    return `(${String(signal ?? code)}). ${complaint.trim()}`.trimEnd();
  } catch (error) {
    return `(${String(error)}).`;
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

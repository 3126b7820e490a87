import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { Fault, type FaultCode } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { type ComputeTimer, startComputeTimer } from "./compute-timer.ts";
import { PROGRAM_RUNNER } from "./program-runner.ts";

/** Command to spawn, and its environment. */
export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ProgramOptions {
  /** Puts a command into a sandbox in which the given folder can be read. */
  readonly wrap: (argv: readonly [string, ...string[]], folder: string) => Promise<ProgramCommand>;
  /** Makes a call. An error that it returns can be caught by the program; one that it throws ends the program. */
  readonly call: (name: string, args: unknown, signal: AbortSignal) => Promise<Answer>;
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
}

export interface ProgramLimits {
  /** Time that it may compute in all, in milliseconds; the time of its calls does not count. */
  readonly computeMs: number;
  readonly calls: number;
  /** Maximum size of each result that it gets, and of its own, in characters. */
  readonly chars: number;
}

type Answer =
  | { readonly value: unknown }
  | { readonly error: { readonly code: FaultCode; readonly message: string } };

/** Memory of the program's objects, in MB; the sandbox limits the whole process. */
const HEAP_MB = 256;

const message = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("call"),
    id: z.int().min(0),
    name: z.string().min(1).max(100),
    args: z.unknown(),
  }),
  z.strictObject({ type: z.literal("done"), value: z.unknown() }),
  z.strictObject({ type: z.literal("failed"), message: z.string() }),
]);

/**
 * Runs the body of an async function on Node.js in a sandbox, and returns its value. Lines of JSON on its input and
 * output are all that reaches it and that it reaches. It is killed at the end.
 */
export async function runProgram(code: string, options: ProgramOptions): Promise<unknown> {
  const { wrap, limits, signal } = options;
  const node = await realpath(process.execPath);
  const flags = ["--permission", `--max-old-space-size=${HEAP_MB}`, "--no-warnings"];
  const { command, args, env } = await wrap(
    [node, ...flags, "--eval", PROGRAM_RUNNER],
    path.dirname(node),
  );
  signal.throwIfAborted();
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const timer = startComputeTimer(limits.computeMs, () => performance.now());
  try {
    return await Promise.race([
      converse(child, code, { ...options, signal: both, timer }),
      timer.expired,
      abortOf(signal),
    ]);
  } finally {
    timer.stop();
    ended.abort();
    child.kill("SIGKILL");
  }
}

interface Conversation extends ProgramOptions {
  readonly timer: ComputeTimer;
}

async function converse(
  child: ChildProcessWithoutNullStreams,
  code: string,
  options: Conversation,
): Promise<unknown> {
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-ERROR_CHARS);
  });
  // A program that ended does not read any more.
  child.stdin.on("error", () => undefined);
  const failed = once(child, "error").then(([error]): never => {
    throw error;
  });
  send(child, { type: "run", code });
  const result = await Promise.race([failed, read(child, options)]);
  if (result) return result.value;
  throw new Fault("invalid", `The program ended without a result. ${errors}`.trim(), {
    hint: "It may have used too much memory. Process less at once.",
  });
}

const ERROR_CHARS = 500;

/** Answers the program's calls until it is done; undefined if it ended before. */
async function read(
  child: ChildProcessWithoutNullStreams,
  { call, limits, signal, timer }: Conversation,
): Promise<{ readonly value: unknown } | undefined> {
  const broken = Promise.withResolvers<never>();
  // It is looked at with the next line, if there is one.
  broken.promise.catch(() => undefined);
  const lines = readLines(child, limits.chars);
  for (let calls = 0; ;) {
    const next = await Promise.race([lines.next(), broken.promise]);
    if (next.done) return undefined;
    const parsed = message.safeParse(parseJson(next.value)?.value);
    if (!parsed.success) throw new Fault("invalid", "The program wrote to its own connection.");
    const { data } = parsed;
    if (data.type === "done") return { value: data.value };
    if (data.type === "failed") throw new Fault("invalid", `The program failed: ${data.message}`);
    calls += 1;
    if (calls > limits.calls)
      throw new Fault("exhausted", `The program made more than ${limits.calls} calls.`, {
        hint: "The calls before were made. Continue with those that are missing.",
      });
    timer.pause();
    void call(data.name, data.args ?? {}, signal)
      .then((answer) => reply(child, data.id, { answer, maxChars: limits.chars }))
      .then(timer.resume, broken.reject);
  }
}

/** Sends the result of a call; one that is too long becomes an error. */
function reply(
  child: ChildProcessWithoutNullStreams,
  id: number,
  { answer, maxChars }: { readonly answer: Answer; readonly maxChars: number },
): void {
  const { length } = JSON.stringify(answer);
  if (length <= maxChars) return send(child, { id, ...answer });
  const text = `The result has ${length} characters; ${maxChars} are allowed.`;
  send(child, { id, error: { code: "exhausted", message: text } });
}

function send(child: ChildProcessWithoutNullStreams, line: object): void {
  child.stdin.write(`${JSON.stringify(line)}\n`);
}

async function* readLines(
  { stdout }: ChildProcessWithoutNullStreams,
  maxChars: number,
): AsyncGenerator<string, void> {
  let begun = "";
  for await (const chunk of stdout.setEncoding("utf8")) {
    const lines = `${begun}${String(chunk)}`.split("\n");
    begun = lines.pop() ?? "";
    if ([begun, ...lines].some(({ length }) => length > maxChars))
      throw new Fault("exhausted", `The program returned more than ${maxChars} characters.`, {
        hint: "Return a summary.",
      });
    yield* lines;
  }
}

async function abortOf(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}

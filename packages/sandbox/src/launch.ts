import { type ChildProcess, spawn } from "node:child_process";
import { statfs } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { collectCapped } from "./capped-text.ts";
import { SandboxError } from "./error.ts";
import type { SandboxCommand, SandboxResult } from "./types.ts";

export interface Launch extends Pick<SandboxCommand, "argv" | "input" | "keep" | "signal"> {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** Content of file descriptors 3, 4 and so on. */
  readonly handed?: readonly (Buffer | string)[];
  readonly timeoutMs: number;
  /** It is killed once so much less is free on the disk of `path`. */
  readonly disk: { readonly path: string; readonly bytes: number };
}

/** Interval in milliseconds for checking the disk. */
const LOOK_MS = 100;
/** Time in milliseconds to wait for output held open by a process that left the group. */
const LINGER_MS = 500;

/**
 * Runs a program in a process group of its own and kills the group when the program ends, when its
 * time or disk is used up, and when the signal aborts: then it is `aborted`. `no-program`
 * where the program does not exist.
 */
export async function launch({
  argv: [program, ...args],
  input,
  keep,
  signal,
  env,
  cwd,
  handed = [],
  timeoutMs,
  disk,
}: Launch): Promise<SandboxResult> {
  if (signal.aborted) throw aborted(program);
  const before = await freeBytes(disk.path);
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", ...handed.map(() => "pipe" as const)],
  });
  const ending = Promise.withResolvers<SandboxResult["end"] | "abort">();
  const abort = () => ending.resolve("abort");
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => ending.resolve("time"), timeoutMs);
  const watch = setInterval(() => {
    void freeBytes(disk.path).then(
      (free) => before - free > disk.bytes && ending.resolve("disk"),
      () => ending.resolve("disk"),
    );
  }, LOOK_MS);

  try {
    const output = Promise.all([
      collectCapped(child.stdout, keep),
      collectCapped(child.stderr, keep),
    ]);
    const exited = exitOf(child, program);
    hand(child.stdin, input ?? "");
    for (const [index, content] of handed.entries()) hand(writableOf(child, index + 3), content);

    const end = await Promise.race([exited.then(() => "exit" as const), ending.promise]);
    endGroup(child);
    const code = await exited;
    const [stdout, stderr] = await settled(output, child);
    if (end === "abort") throw aborted(program);
    return { code, end, stdout, stderr };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
  }
}

/** Waits for output, but not for a process outside of the group that holds it open. */
async function settled<Value>(output: Promise<Value>, child: ChildProcess): Promise<Value> {
  const linger = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, LINGER_MS);
  try {
    return await output;
  } finally {
    clearTimeout(linger);
  }
}

/** Writes input to a program, which need not read it: a closed pipe is no failure. */
function hand(pipe: Writable, content: Buffer | string): void {
  pipe.on("error", () => {});
  pipe.end(content);
}

function writableOf({ stdio }: ChildProcess, descriptor: number): Writable {
  const pipe: Readable | Writable | null | undefined = stdio[descriptor];
  if (pipe && "end" in pipe) return pipe;
  throw new Error(`descriptor ${descriptor} is no pipe`);
}

function exitOf(child: ChildProcess, program: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => resolve(code ?? undefined));
    child.once("error", (cause) =>
      reject(
        new SandboxError("no-program", `"${program}" could not be started: ${cause.message}.`, {
          hint: "Install it first.",
          cause,
        }),
      ),
    );
  });
}

/** One that is empty already is fine. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

function aborted(program: string): SandboxError {
  return new SandboxError("aborted", `"${program}" was stopped.`, {
    hint: "Run it again if it is still needed.",
  });
}

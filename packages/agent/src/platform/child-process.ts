import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const MAX_OUTPUT_BYTES = 1024 * 1024;
const INHERITED = ["PATH", "HOME", "LANG"] as const;

/**
 * Runs commands, each in its own process group and with only PATH, HOME and LANG of `env`. The group is
 * killed when the command ends and when the call is aborted, so that no process stays behind. The first
 * megabyte of each stream is returned. A command that does not exist is `missing`. Folders for their files
 * are in `scratch`, which is created if it is missing.
 */
export function createProcesses({
  env = process.env,
  scratch = tmpdir(),
}: { env?: NodeJS.ProcessEnv; scratch?: string } = {}): Processes {
  return {
    async openFolder() {
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      return mkdtempDisposable(path.join(scratch, "reeve-"));
    },

    async run(command, args, { signal, input }) {
      if (signal.aborted) throw aborted(command);
      const child = spawn(command, args, { detached: true, env: pick(env), stdio: "pipe" });
      const stopped = Promise.withResolvers<void>();
      const stop = () => {
        stopped.resolve();
        // A process that left the group may hold the pipes open for ever.
        child.stdout.destroy();
        child.stderr.destroy();
      };
      signal.addEventListener("abort", stop, { once: true });

      try {
        const output = Promise.all([
          collectText(child.stdout, MAX_OUTPUT_BYTES),
          collectText(child.stderr, MAX_OUTPUT_BYTES),
        ]);
        const exited = exitOf(child, command);
        // A command need not read its input; a pipe closed at its end is no failure.
        child.stdin.on("error", () => {});
        child.stdin.end(input ?? "");

        await Promise.race([exited, stopped.promise]);
        await endGroup(child);
        const code = await exited;
        const [stdout, stderr] = await output;
        if (signal.aborted) throw aborted(command);
        return { code, stdout, stderr };
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}

function pick(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(INHERITED.map((name) => [name, env[name]]));
}

function aborted(command: string): Fault {
  return new Fault("aborted", `"${command}" was stopped.`, {
    hint: "Run it again if it is still needed.",
  });
}

/** Kills every process in the group that the child leads; one that is empty already is fine. */
function endGroup({ pid }: ChildProcess): Promise<void> {
  return new Promise<void>((resolve) => {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
    resolve();
  }).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** Checks whether a group is gone. macOS reports EPERM for a group with only dead processes. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ESRCH" || error.code === "EPERM";
}

/** Returns the exit code, or undefined when a signal ended it. Rejects when the command could not be started. */
function exitOf(child: ChildProcess, command: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => resolve(code ?? undefined));
    child.once("error", (cause) => {
      reject(
        new Fault("missing", `"${command}" could not be started: ${cause.message}.`, {
          hint: "Install it, or use another command.",
          cause,
        }),
      );
    });
  });
}

/**
 * Returns the first `maxBytes` of a stream as text, with a line that says how much is missing. Always reads
 * to the end, so that the writer is not blocked. Resolves when the stream closes, for whatever reason.
 */
function collectText(stream: Readable, maxBytes: number): Promise<string> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let totalBytes = 0;

  return new Promise((resolve) => {
    stream.on("data", (chunk: Buffer) => {
      totalBytes += chunk.length;
      const part = chunk.subarray(0, maxBytes - keptBytes);
      if (part.length === 0) return;
      kept.push(part);
      keptBytes += part.length;
    });
    // The code that destroys a stream knows why; text received before is returned.
    stream.on("error", () => {});
    stream.once("close", () => resolve(toText(kept, totalBytes - keptBytes)));
  });
}

function toText(kept: readonly Buffer[], leftOut: number): string {
  const all = Buffer.concat(kept);
  if (leftOut === 0) return all.toString();
  // Unlike toString, it leaves out a character that was cut in the middle.
  const text = new StringDecoder("utf8").write(all);
  return `${text}\n[${leftOut} more bytes omitted]`;
}

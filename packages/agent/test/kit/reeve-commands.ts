import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const REEVE = fileURLToPath(new URL("../../bin/reeve.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Command that is running. */
export interface Begun {
  /** Resolves with what it has printed once that holds `expected`; rejects when it ends before. */
  until(expected: string): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** The `reeve` command with a home of its own; disposing of it stops what runs there. */
export interface ReeveCommands extends AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command to its end. Without `input` its standard input is empty. */
  run(args: readonly string[], input?: string): Promise<Ended>;
  /** Starts a command whose input stays open. */
  begin(args: readonly string[]): Begun;
}

export async function openReeveCommands(): Promise<ReeveCommands> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-commands-"));
  const env = {
    PATH: path.dirname(process.execPath),
    HOME: folder,
    REEVE_HOME: path.join(folder, "home"),
    TMPDIR: tmpdir(),
    // Others run at the same time.
    REEVE_HTTP_PORT: "0",
  };
  const begun = new Set<Begun>();

  const begin = (args: readonly string[]): Begun => {
    const child = spawn(process.execPath, [REEVE, ...args], { env, cwd: folder });
    const printed = collect(child.stdout);
    const ended = Promise.all([once(child, "close"), text(child.stderr)]).then(([[code], err]) => ({
      code: typeof code === "number" ? code : null,
      out: printed.soFar(),
      err,
    }));
    const command: Begun = {
      until: (expected) => printed.until(expected),
      kill: (signal) => void child.kill(signal),
      ended,
    };
    begun.add(command);
    void ended.then(() => begun.delete(command));
    return command;
  };

  const run = (args: readonly string[], input = ""): Promise<Ended> => {
    const child = spawn(process.execPath, [REEVE, ...args], { env, cwd: folder });
    // A command may end without reading its input.
    child.stdin.on("error", () => {}).end(input);
    return Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
      ([out, err, [code]]) => ({ code: typeof code === "number" ? code : null, out, err }),
    );
  };

  return {
    folder,
    env,
    run,
    begin,
    async [Symbol.asyncDispose]() {
      const running = [...begun];
      for (const command of running) command.kill("SIGKILL");
      await Promise.all(running.map(({ ended }) => ended));
      await run(["stop"]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function collect(stream: Readable) {
  let printed = "";
  let isOver = false;
  let news = Promise.withResolvers<void>();
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => {
    printed += piece;
    tell();
  });
  stream.on("close", () => {
    isOver = true;
    tell();
  });
  return {
    soFar: () => printed,
    async until(expected: string): Promise<string> {
      while (!printed.includes(expected)) {
        if (isOver) throw new Error(`It ended without "${expected}", after: ${printed}`);
        await news.promise;
      }
      return printed;
    },
  };
}

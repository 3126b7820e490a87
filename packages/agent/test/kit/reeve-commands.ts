import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runReeve } from "../../src/app/cli/run-reeve.ts";

/** Whether the stories run on what `npm run build` made, and not on the sources. */
const IS_BUILT = process.env["REEVE_TEST_BUILD"] !== undefined;

/** The sources run only where they are newer than the build, which starts in a third of the time. */
export const REEVE = fileURLToPath(
  new URL(IS_BUILT ? "../../dist/main.js" : "../../bin/reeve.js", import.meta.url),
);

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
  /**
   * Runs a command to its end. Without `input` its standard input is empty. All sources but those of
   * `start` run in this process, which saves loading the agent for each.
   */
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
  const before = process.cwd();
  process.chdir(folder);

  const begin = (args: readonly string[], input?: string): Begun => {
    const child = spawn(process.execPath, [REEVE, ...args], { env, cwd: folder });
    // A command may end without reading its input.
    if (input !== undefined) child.stdin.on("error", () => {}).end(input);
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

  const runHere = async (args: readonly string[], input: string): Promise<Ended> => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printed = Promise.all([text(stdout), text(stderr)]);
    const { signal } = new AbortController();
    const stdin = Readable.from([input].filter(Boolean));
    const code = await runReeve(args, { signal, env, stdin, stdout, stderr });
    stdout.end();
    stderr.end();
    const [out, err] = await printed;
    return { code, out, err };
  };

  const run = (args: readonly string[], input = ""): Promise<Ended> =>
    IS_BUILT || args[0] === "start" ? begin(args, input).ended : runHere(args, input);

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
      process.chdir(before);
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

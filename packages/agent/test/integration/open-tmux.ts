import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A shell in a real terminal of 100 by 30; disposing of it ends what runs there. */
export interface Tmux extends AsyncDisposable {
  /** Types a line and presses Enter. */
  enter(line: string): Promise<void>;
  /** Presses a key, as tmux names it: "C-c". */
  press(key: string): Promise<void>;
  /** Resolves with the screen once it matches; gives up, and shows the screen, after a minute. */
  until(expected: RegExp): Promise<string>;
}

export interface TmuxOptions {
  readonly cwd: string;
  /** The whole environment of the shell. */
  readonly env: Readonly<Record<string, string>>;
}

const PATIENCE_MS = 60_000;

/** Installs tmux with apt-get where it is missing, which needs root. */
export async function openTmux({ cwd, env }: TmuxOptions): Promise<Tmux> {
  if (!isInstalled()) await run("apt-get", ["install", "-y", "tmux"]);
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-tmux-"));
  const socket = path.join(folder, "socket");
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await run("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...args])).stdout;

  const variables = Object.entries({ ...env, PS1: "$ " }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const shell = ["env", "-i", "TERM=screen-256color", "LANG=C.UTF-8", ...variables, "sh"];
  await tmux("new-session", "-d", "-x", "100", "-y", "30", "-s", "main", "-c", cwd, ...shell);

  // In control mode tmux prints a line whenever the screen changes.
  const watcher = spawn("tmux", ["-u", "-S", socket, "-C", "attach", "-t", "main"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  let news = Promise.withResolvers<void>();
  createInterface({ input: watcher.stdout }).on("line", () => {
    news.resolve();
    news = Promise.withResolvers();
  });

  return {
    async enter(line) {
      await tmux("send-keys", "-t", "main", "-l", line);
      await tmux("send-keys", "-t", "main", "Enter");
    },
    async press(key) {
      await tmux("send-keys", "-t", "main", key);
    },
    async until(expected) {
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const over = once(patience, "abort");
      for (;;) {
        const next = news.promise;
        const screen = await tmux("capture-pane", "-t", "main", "-p");
        if (expected.test(screen)) return screen;
        if (patience.aborted) throw new Error(`${expected} does not come; the screen:\n${screen}`);
        await Promise.race([next, over]);
      }
    },
    async [Symbol.asyncDispose]() {
      await tmux("kill-server");
      watcher.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isInstalled(): boolean {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, "tmux")));
}

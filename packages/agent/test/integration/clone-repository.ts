import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

/** Setup of a newcomer: a fresh clone, the machine's Node, and an empty home. */
export interface Newcomer extends AsyncDisposable {
  readonly folder: string;
  readonly clone: string;
  /** Without what npm adds for scripts: `node` is the one that the machine has. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program and returns its output; throws with the output if it fails. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<string>;
}

export interface RunOptions {
  /** Default: the clone. */
  readonly cwd?: string;
  /** Default: that of the newcomer. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Clones what is committed; nothing is installed yet. */
export async function cloneRepository(): Promise<Newcomer> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-newcomer-"));
  const clone = path.join(folder, "reeve");
  const home = path.join(folder, "home");
  await mkdir(home);
  const env = { PATH: hostPath(), HOME: home, REEVE_HOME: path.join(home, ".reeve") };

  const run: Newcomer["run"] = async (command, args, options = {}) => {
    const child = spawn(command, args, { cwd: options.cwd ?? clone, env: options.env ?? env });
    // A program may end without reading its input.
    child.stdin.on("error", () => {}).end(options.input ?? "");
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (code === 0) return out;
    throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${out}${err}`);
  };

  await run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone], { cwd: folder });
  return {
    folder,
    clone,
    env,
    run,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function hostPath(): string {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.filter((folder) => !folder.includes("node_modules")).join(path.delimiter);
}

import { mkdir, mkdtempDisposable } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import type { ExecConfig, SandboxCommand } from "../../integrations/sandbox.ts";
import { createBubblewrap } from "../../integrations/sandbox/create-sandbox.ts";
import { toResult } from "../../integrations/sandbox/create-shell.ts";
import type { CommandResult } from "../../integrations/shell.ts";
import type { ScriptCall } from "../../integrations/skills.ts";

export interface ScriptRunDeps {
  readonly config: ExecConfig;
  /** Folder for temporary files. */
  readonly scratch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly newId: () => string;
}

/** A script of a skill, and the folder of that skill. */
export interface ScriptRun extends ScriptCall {
  readonly folder: string;
}

/** Returns the command that runs a script. Throws `invalid` if no known program runs it. */
export function scriptArguments({
  folder,
  script,
  args,
}: Pick<ScriptRun, "folder" | "script" | "args">): SandboxCommand["argv"] {
  const program = PROGRAMS.get(path.extname(script));
  if (program === undefined)
    throw new Fault("invalid", `"${script}" is not a script that can be run.`, {
      hint: `Scripts end with ${[...PROGRAMS.keys()].join(", ")}.`,
    });
  return [program, path.join(folder, script), ...args];
}

/** Programs by the ends of scripts' names. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  [".mjs", process.execPath],
  [".cjs", process.execPath],
  [".js", process.execPath],
  [".py", "python3"],
  [".sh", "bash"],
]);

/** A program on Node.js does not start with less. */
const MEMORY_MB = 1024;

/**
 * Runs a script in the sandbox, whatever `exec.sandbox` says: with its skill's folder to read, a temporary
 * folder to write, and no network. The limits of time, output and memory are those of shell commands.
 */
export async function runSkillScript(
  run: ScriptRun,
  { config, scratch, env, newId }: ScriptRunDeps,
  signal: AbortSignal,
): Promise<CommandResult> {
  const argv = scriptArguments(run);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await using workspace = await mkdtempDisposable(path.join(scratch, "skill-"));
  const { limits } = config;
  const sandbox = createBubblewrap({
    config: {
      ...config,
      network: false,
      limits: { ...limits, memoryMb: Math.max(MEMORY_MB, limits.memoryMb) },
    },
    workspace: workspace.path,
    kept: [],
    folders: [{ path: run.folder }, { path: process.execPath }],
    env,
    newId,
  });
  const half = Math.floor(config.outputChars / 2);
  const keep = { head: half, tail: half };
  return toResult(await sandbox.run({ argv, input: run.input, keep, signal }));
}

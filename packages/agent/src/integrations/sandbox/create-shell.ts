import { Fault } from "@reeve/sdk";
import type { Sandbox, SandboxCommand, SandboxResult } from "../sandbox.ts";
import type { CommandResult, Shell, ShellEntry } from "../shell.ts";

export interface ShellContext {
  /** Maximum number of stored characters of each output. */
  readonly outputChars: number;
  /** Top-level workspace entries that are hidden from commands. */
  readonly hidden?: readonly string[] | undefined;
}

/** Maximum number of characters in a list of names. */
const LISTED_CHARS = 1_000_000;

/** Creates the owner's shell: commands run as the model writes them, each in `sandbox`. */
export function createShell(sandbox: Sandbox, { outputChars, hidden }: ShellContext): Shell {
  const half = Math.floor(outputChars / 2);
  const keep = { head: half, tail: half };
  const use = async (command: Omit<SandboxCommand, "hidden">, path: string) => {
    const result = await sandbox.run({ ...command, hidden });
    if (result.code === 0 && result.end === "exit") return result;
    const why = toResult(result).killed ?? result.stderr.text.trim();
    throw new Fault("invalid", `${JSON.stringify(path)} could not be used: ${why}`, {
      hint: "List the parent folder to see what it contains.",
    });
  };

  return {
    async run(script, { signal }) {
      const argv = ["bash", "--noprofile", "--norc", "-c", script] as const;
      return toResult(await sandbox.run({ argv, keep, hidden, signal }));
    },

    async readFile(path, { maxChars, signal }) {
      const argv = ["cat", "--", path] as const;
      const { stdout } = await use({ argv, keep: { head: maxChars, tail: 0 }, signal }, path);
      return stdout;
    },

    async writeFile(path, content, { signal }) {
      const argv = ["sh", "-c", 'cat > "$1"', "sh", path] as const;
      await use({ argv, input: content, keep, signal }, path);
    },

    async listDirectory(path, { signal }) {
      const shown = ["-mindepth", "1", "-maxdepth", "1", "-printf", FORMAT] as const;
      // Follow a link only if it leads to a folder.
      const argv = ["find", `${path}/.`, ...shown] as const;
      const { stdout } = await use({ argv, keep: { head: LISTED_CHARS, tail: 0 }, signal }, path);
      return stdout.text
        .split("\0")
        .flatMap((line) => parseEntry(line) ?? [])
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

/** Converts the end of a command for the model. */
export function toResult({ code, end, stdout, stderr }: SandboxResult): CommandResult {
  return {
    exitCode: code,
    stdout: stdout.text,
    stderr: stderr.text,
    ...(end !== "exit" && { killed: KILLED[end] }),
  };
}

const KILLED = {
  time: "It took too long and was killed.",
  disk: "It filled the disk and was killed.",
} as const;

const FORMAT = String.raw`%y %s %T@ %m %f\0`;
const ENTRY = /^(\w) (\d+) (\d+)(?:\.\d+)? (\d+) (.+)$/s;

function parseEntry(line: string): ShellEntry | undefined {
  const [, kind = "", bytes, seconds, mode = "", name = ""] = ENTRY.exec(line) ?? [];
  if (name === "") return undefined;
  return {
    name,
    kind: KINDS.get(kind) ?? "other",
    bytes: Number(bytes),
    modifiedAt: Number(seconds) * 1000,
    mode: mode.padStart(4, "0"),
  };
}

const KINDS: ReadonlyMap<string, ShellEntry["kind"]> = new Map([
  ["f", "file"],
  ["d", "directory"],
  ["l", "link"],
]);

import { spawn } from "node:child_process";
import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import { collectText } from "./child-process/collect-text.ts";
import { endGroup } from "./child-process/end-group.ts";
import { exitOf } from "./child-process/exit-of.ts";

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

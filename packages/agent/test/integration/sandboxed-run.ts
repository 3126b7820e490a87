import { randomUUID } from "node:crypto";
import { openSandbox } from "../../src/app/tools/open-shell.ts";
import { execConfig, type SandboxResult } from "../../src/integrations/sandbox.ts";
import type { z } from "zod";

export interface SandboxedRun {
  readonly workspace: string;
  readonly config: z.input<typeof execConfig>;
  readonly script: string;
}

/** Runs one script like the agent, in the sandbox or, if configured, without. */
async function runSandboxed({ workspace, config, script }: SandboxedRun): Promise<SandboxResult> {
  const sandbox = openSandbox({
    config: execConfig.parse({ enabled: true, ...config }),
    workspace,
    readOnly: [],
    env: process.env,
    newId: randomUUID,
  });
  return sandbox.run({
    argv: ["bash", "--noprofile", "--norc", "-c", script],
    keep: { head: 4000, tail: 4000 },
    signal: new AbortController().signal,
  });
}

// Run as a program, it works for another user.
if (import.meta.main) {
  const run: SandboxedRun = JSON.parse(process.argv[2] ?? "");
  process.stdout.write(JSON.stringify(await runSandboxed(run)));
}

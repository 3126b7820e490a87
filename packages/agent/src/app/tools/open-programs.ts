import { mkdir, mkdtempDisposable } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { wrapProgram } from "../../integrations/sandbox/create-sandbox.ts";
import { type ProgramOptions, runProgram } from "../../integrations/sandbox/run-program.ts";
import type { Programs } from "../../tools/programs.ts";
import type { CallScope, ServiceFactories } from "../../tools/toolbox.ts";
import type { AgentKernel } from "../agent-kernel.ts";

const LIMITS = { computeMs: 30_000, calls: 50, chars: 1_000_000 };
/** Node.js does not start with less. */
const MEMORY_MB = 1024;

/** Programs that the model writes; none without a sandbox, or while the owner has not switched the shell on. */
export function openPrograms({
  config: { exec },
  home,
}: Pick<AgentKernel, "config" | "home">): Pick<ServiceFactories, "programs"> {
  if (!exec.enabled || exec.sandbox === "off") return {};
  return {
    programs: (scope) => ({
      async run(code, signal) {
        await mkdir(home.scratch, { recursive: true, mode: 0o700 });
        await using workspace = await mkdtempDisposable(path.join(home.scratch, "program-"));
        const wrap: ProgramOptions["wrap"] = (argv, folder) =>
          wrapProgram({
            argv,
            workspace: workspace.path,
            folders: [{ path: folder }],
            network: false,
            limits: { ...exec.limits, memoryMb: Math.max(MEMORY_MB, exec.limits.memoryMb) },
            scratch: path.join(home.scratch, "sandbox"),
          });
        return await createPrograms(wrap, scope).run(code, signal);
      },
    }),
  };
}

/** Creates the programs of a call. Those of a call that no agent made reject with `unavailable`. */
export function createPrograms(
  wrap: ProgramOptions["wrap"],
  { programCalls }: Pick<CallScope, "programCalls">,
): Programs {
  return {
    async run(code, signal) {
      if (!programCalls)
        throw new Fault("unavailable", "A program runs only for an agent.", {
          hint: "Ask the agent to write it.",
        });
      const { call } = await programCalls.open();
      return runProgram(code, { wrap, call, limits: LIMITS, signal });
    },
  };
}

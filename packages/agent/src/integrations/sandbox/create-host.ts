import type { Sandbox } from "../sandbox.ts";
import { toResult } from "./create-shell.ts";
import { installArguments, type Vector } from "./install-arguments.ts";
import { serviceArguments } from "./service-arguments.ts";
import type { Installer, SystemServices } from "../machine.ts";
import type { CommandResult } from "../shell.ts";

export interface HostContext {
  /** How much of each output is kept, in characters. */
  readonly outputChars: number;
}

/** Installs packages by commands that `host` runs on the machine itself, one after the other until one fails. */
export function createInstaller(host: Sandbox, setting: HostContext): Installer {
  return {
    async install(manager, packages, { signal }) {
      const results: CommandResult[] = [];
      for (const argv of installArguments(manager, packages)) {
        results.push(await run(host, argv, { ...setting, signal }));
        if (results.at(-1)?.exitCode !== 0) break;
      }
      const last = results.at(-1);
      return {
        exitCode: last?.exitCode,
        stdout: results.map(({ stdout }) => stdout).join(""),
        stderr: results.map(({ stderr }) => stderr).join(""),
        ...(last?.killed !== undefined && { killed: last.killed }),
      };
    },
  };
}

/** Controls services by commands that `host` runs on the machine itself. */
export function createSystemServices(host: Sandbox, setting: HostContext): SystemServices {
  return {
    control: (action, name, { signal }) =>
      run(host, serviceArguments(action, name), { ...setting, signal }),
  };
}

async function run(
  host: Sandbox,
  argv: Vector,
  { outputChars, signal }: HostContext & { readonly signal: AbortSignal },
): Promise<CommandResult> {
  const half = Math.floor(outputChars / 2);
  return toResult(await host.run({ argv, keep: { head: half, tail: half }, signal }));
}

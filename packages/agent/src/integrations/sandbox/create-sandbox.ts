import { Fault, type FaultCode } from "@reeve/sdk";
import * as library from "command-sandbox";
import type { Sandbox } from "../sandbox.ts";

/** Creates a sandbox of bubblewrap that fails with faults. */
export function createBubblewrap(deps: library.BubblewrapDeps): Sandbox {
  return withFaults(library.createBubblewrap(deps));
}

/** Creates what runs commands on the machine itself, and fails with faults. */
export function createBare(deps: library.BareDeps): Sandbox {
  return withFaults(library.createBare(deps));
}

/** Puts a program that stays, such as an MCP server, into a sandbox; fails with faults. */
export async function wrapCommand(options: library.WrapOptions): Promise<library.WrappedCommand> {
  return library.wrapCommand(options).catch((error: unknown) => {
    if (!(error instanceof library.SandboxError)) throw error;
    const hint = [error.hint, "If you trust the program, set `sandbox` to off for it."].join(" ");
    throw new Fault(CODES[error.code], error.message, { hint, cause: error });
  });
}

/** Puts a program that the model wrote into a sandbox, and never runs it without one; fails with faults. */
export async function wrapProgram(options: library.WrapOptions): Promise<library.WrappedCommand> {
  return library.wrapCommand(options).catch((error: unknown) => {
    if (!(error instanceof library.SandboxError)) throw error;
    throw new Fault(CODES[error.code], error.message, { hint: error.hint, cause: error });
  });
}

function rethrow(error: unknown): never {
  throw error instanceof library.SandboxError ? toFault(error) : error;
}

function withFaults(sandbox: Sandbox): Sandbox {
  return {
    kind: sandbox.kind,
    run: (command) => sandbox.run(command).catch(rethrow),
    check: (signal) => sandbox.check(signal).catch(rethrow),
  };
}

function toFault(error: library.SandboxError): Fault {
  const hint = HINTS[error.code] ?? error.hint;
  return new Fault(CODES[error.code], error.message, { hint, cause: error });
}

const CODES: Readonly<Record<library.SandboxErrorCode, FaultCode>> = {
  aborted: "aborted",
  blocked: "conflict",
  broken: "unavailable",
  "no-bubblewrap": "unavailable",
  "no-cgroup": "unavailable",
  "no-program": "missing",
  root: "unavailable",
  unsupported: "unavailable",
};

/** Hints that name settings. */
const HINTS: Partial<Readonly<Record<library.SandboxErrorCode, string>>> = {
  broken:
    "The sandbox needs bubblewrap 0.8 or later, util-linux, and a system that allows user namespaces. Check it with: reeve doctor. Or ask the owner to change exec.sandbox.",
  "no-bubblewrap":
    "Install it (apt-get install bubblewrap), or ask the owner to set exec.sandbox to off.",
  "no-cgroup":
    "Set exec.cgroup to a writable cgroup v2 folder whose cgroup.subtree_control lists memory and pids.",
  root: "Run it as another user, or set exec.cgroup to a writable cgroup v2 folder.",
  unsupported:
    "Run the agent on Linux with x64 or arm64, or ask the owner to set exec.sandbox to off.",
};

import type { ChildProcess } from "node:child_process";
import { Fault } from "@reeve/sdk";

/** Returns the exit code, or undefined when a signal ended it. Rejects when the command could not be started. */
export function exitOf(child: ChildProcess, command: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => resolve(code ?? undefined));
    child.once("error", (cause) => {
      reject(
        new Fault("missing", `"${command}" could not be started: ${cause.message}.`, {
          hint: "Install it, or use another command.",
          cause,
        }),
      );
    });
  });
}

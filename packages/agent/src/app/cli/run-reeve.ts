import { Fault, isFault } from "@reeve/sdk";
import { delayTurbofan } from "../../platform/delay-turbofan.ts";
import { restrictUmask } from "../../platform/home.ts";
import { limitHeap } from "../../platform/limit-heap.ts";
import type { CommandContext } from "./command.ts";
import { readCommand } from "./read-command.ts";

/**
 * Runs the command line `argv` to its end and resolves to its exit code: 1 after a fault, which is
 * printed, and 2 where the command line itself is wrong. A bug rejects.
 */
export async function runReeve(
  argv: readonly string[],
  context: Omit<CommandContext, "flags">,
): Promise<number> {
  restrictUmask();
  try {
    // Each command is imported only when it runs, so that `--help` loads nothing heavy.
    const { load, args, flags, staysUp } = readCommand(argv);
    if (staysUp) {
      limitHeap();
      delayTurbofan();
    }
    const { run } = await load();
    return await run(args, { ...context, flags });
  } catch (error) {
    const { message, hint = "", code } = isFault(error) ? error : toMisuse(error);
    context.stderr.write(`reeve: ${[message, hint].filter(Boolean).join("\n")}\n`);
    return code === "invalid" ? 2 : 1;
  }
}

/** Converts an error of `parseArgs` into a usage fault; anything else is a bug. */
function toMisuse(error: unknown): Fault {
  const isMisuse =
    error instanceof TypeError &&
    "code" in error &&
    String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!isMisuse) throw error;
  return new Fault("invalid", error.message, { hint: 'See "reeve --help".' });
}

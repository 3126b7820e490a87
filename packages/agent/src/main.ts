import { Fault, isFault } from "@reeve/sdk";
import { readCommand } from "./app/cli/read-command.ts";
import { restrictUmask } from "./platform/home.ts";
import { limitHeap } from "./platform/limit-heap.ts";

restrictUmask();

const LEFT_BEHIND_MS = 500;

const stop = new AbortController();
// A second Ctrl-C ends the process at once; a service manager may repeat the others.
process.once("SIGINT", () => stop.abort());
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());

// A reader such as `head` may close the pipe early; that is its right, not a failure.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await start().catch(explain);
// Work left behind by a tool that ignores its signal must not delay the exit.
if (stop.signal.aborted) setTimeout(() => process.exit(), LEFT_BEHIND_MS).unref();

async function start(): Promise<number> {
  // Each command is imported only when it runs, so that `--help` loads nothing heavy.
  const { load, args, flags, staysUp } = readCommand(process.argv.slice(2));
  if (staysUp) limitHeap();
  const { env, stdin, stdout, stderr } = process;
  const { run } = await load();
  return run(args, { signal: stop.signal, env, flags, stdin, stdout, stderr });
}

function explain(error: unknown): number {
  const { message, hint = "", code } = isFault(error) ? error : toMisuse(error);
  process.stderr.write(`reeve: ${[message, hint].filter(Boolean).join("\n")}\n`);
  return code === "invalid" ? 2 : 1;
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

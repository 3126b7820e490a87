import { runReeve } from "./app/cli/run-reeve.ts";

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

const { env, stdin, stdout, stderr } = process;
const context = { signal: stop.signal, env, stdin, stdout, stderr };
process.exitCode = await runReeve(process.argv.slice(2), context);
// Work left behind by a tool that ignores its signal must not delay the exit.
if (stop.signal.aborted) setTimeout(() => process.exit(), LEFT_BEHIND_MS).unref();

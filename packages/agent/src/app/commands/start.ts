import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import type { CommandContext } from "../cli/command.ts";
import { connectIfThere } from "../connect-or-host.ts";
import { versionText } from "../cli/help.ts";
import { type OpenHome, openHome } from "../open-home.ts";

/** How long a detached agent may take to listen. */
const DETACH_MS = 15_000;

/**
 * `reeve start`: runs the agent until it is stopped. In a terminal one talks to
 * it; elsewhere it prints a line that begins with "ready". `--detach` leaves it
 * running in the background.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { detach: { type: "boolean" } } });
  if (values.detach) return detach(context);
  if (context.stdin.isTTY && context.stdout.isTTY) {
    const { chat } = await import("./chat.ts");
    return chat({ name: "main" }, context);
  }

  const { runApp } = await import("../app.ts");
  using opened = await openHome(context);
  const version = (await versionText()).trim();
  const outcome = await runApp({
    ...opened,
    version,
    signal: context.signal,
    onReady: () => context.stdout.write(`ready ${opened.home.socket}\n`),
  });
  if (outcome === "busy") throw runsAlready(opened);
  return 0;
}

/** Starts an agent of its own session, and waits until it listens. */
async function detach(context: CommandContext): Promise<number> {
  using opened = await openHome(context);
  const { home } = opened;
  if (await isRunning(home.socket, context.signal)) throw runsAlready(opened);

  const [script = ""] = process.argv.slice(1);
  const settings = Object.entries(context.flags ?? {}).flatMap(([key, value]) => [
    "--set",
    `${key}=${value}`,
  ]);
  const child = spawn(process.execPath, [script, "start", ...settings], {
    detached: true,
    stdio: "ignore",
  });
  child.unref();
  const deadline = AbortSignal.timeout(DETACH_MS);
  for (;;) {
    if (await isRunning(home.socket, context.signal)) {
      context.stdout.write(
        `Reeve is running in the background (process ${child.pid}). To start chatting, run: reeve chat\n`,
      );
      return 0;
    }
    if (deadline.aborted || child.exitCode !== null)
      throw new Fault("unavailable", "The agent did not start.", {
        hint: `See ${home.log}, or run the agent in the foreground: reeve start`,
      });
    await sleep(50);
  }
}

async function isRunning(socket: string, signal: AbortSignal): Promise<boolean> {
  using client = await connectIfThere(socket, signal);
  return client !== undefined;
}

function runsAlready({ home }: OpenHome): Fault {
  return new Fault("conflict", `An agent is already running in ${home.root}.`, {
    hint: "To chat with it, run: reeve chat. To stop it, run: reeve stop",
  });
}

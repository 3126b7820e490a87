import { homedir } from "node:os";
import type { Ask } from "@reeve/operations/ask";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "./command.ts";
import { connectIfThere } from "../connect-or-host.ts";
import type { OpenHome } from "../open-home.ts";

/** Where the answers come from. */
export interface Answerer {
  /** False where no agent runs and this process answers in its place. */
  readonly isRunning: boolean;
}

/**
 * Asks the running agent over its socket. Where none runs, this process opens the home and
 * answers itself for as long as `work` takes; it accepts no messages meanwhile.
 */
export async function withAgent<Result>(
  context: CommandContext,
  work: (ask: Ask, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  const { env, flags = {}, signal } = context;
  // A running agent has read the settings; only settings on the command line need a check of their own.
  using checked = Object.keys(flags).length > 0 ? await openHome(context) : undefined;
  const home = checked?.home ?? resolveHome(env, homedir());
  using client = await connectIfThere(home.socket, signal);
  if (client) return await work(client.ask, { isRunning: true });

  using opened = await openHome(context);
  // The agent's thousand modules load only where none runs.
  return await (await import("./answer-offline.ts")).answerOffline(context, opened, work);
}

/** Loads the settings' schemas only where they are needed. */
async function openHome(context: CommandContext): Promise<OpenHome> {
  return (await import("../open-home.ts")).openHome(context);
}

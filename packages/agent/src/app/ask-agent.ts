import type { Ask } from "@reeve/operations/ask";
import type { CommandParts } from "./command.ts";
import { connectIfThere } from "./connect-or-host.ts";
import { openHome } from "./open-home.ts";

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
  parts: CommandParts,
  work: (ask: Ask, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  using opened = await openHome(parts);
  using client = await connectIfThere(opened.home.socket, parts.signal);
  if (client) return await work(client.ask, { isRunning: true });

  // The agent's thousand modules load only where none runs.
  return (await import("./answer-offline.ts")).answerOffline(parts, opened, work);
}

import type { CommandParts } from "./command.ts";
import { connectIfThere } from "./connect-or-host.ts";
import { openHome } from "./open-home.ts";

/** Calls a control method, wherever the agent is, about a conversation of the terminal: `main` if left out. */
export type Ask = (method: string, params: unknown, chat?: string) => Promise<unknown>;

/** Where the answers come from. */
export interface Answerer {
  /** False when the parts were put together here, only to answer. */
  readonly isRunning: boolean;
}

/**
 * Asks the running agent over its socket. Where none runs, its parts are put
 * together here for as long as `work` takes; nothing is answered meanwhile.
 */
export async function askAgent<Result>(
  parts: CommandParts,
  work: (ask: Ask, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  using opened = await openHome(parts);
  using client = await connectIfThere(opened.home.socket, parts.signal);
  if (client) return await work((...asked) => client.control(...asked), { isRunning: true });

  // Where an agent runs, its thousand modules need not be loaded to ask it.
  return (await import("./answer-offline.ts")).answerOffline(parts, opened, work);
}

import type { Ask } from "@reeve/operations/ask";
import { askThrough, type CallByName } from "../operations/ask.ts";
import type { CommandParts } from "./command.ts";
import { connectIfThere } from "./connect-or-host.ts";
import { openHome } from "./open-home.ts";

/** Calls a control method, wherever the agent is, about a conversation of the terminal: `main` if left out. */
export type AskByName = (method: string, params: unknown, chat?: string) => Promise<unknown>;

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
  return connected(parts, (call, answerer) => work(askThrough(call), answerer));
}

/** As `withAgent`, for methods that are not operations yet. */
export async function askAgent<Result>(
  parts: CommandParts,
  work: (ask: AskByName, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  return connected(parts, (call, answerer) =>
    work((method, params, chat) => call(method, params, { chat }), answerer),
  );
}

async function connected<Result>(
  parts: CommandParts,
  work: (call: CallByName, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  using opened = await openHome(parts);
  using client = await connectIfThere(opened.home.socket, parts.signal);
  if (client)
    return await work((method, params, { chat }) => client.control(method, params, chat), {
      isRunning: true,
    });

  // The agent's thousand modules load only where none runs.
  return (await import("./answer-offline.ts")).answerOffline(parts, opened, work);
}

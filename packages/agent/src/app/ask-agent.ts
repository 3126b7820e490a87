import { Fault } from "@reeve/sdk";
import { createControl } from "../core/control.ts";
import { lockHome } from "../store/sqlite/lock-home.ts";
import type { CommandParts } from "./command.ts";
import { connectIfThere } from "./connect-or-host.ts";
import { versionText } from "./help.ts";
import { homeSections } from "./home-sections.ts";
import { offlineTokens } from "./offline-tokens.ts";
import { openAgent } from "./open-agent.ts";
import { openHome } from "./open-home.ts";
import { openStore } from "./open-store.ts";

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

  using lock = lockHome(opened.home.lock);
  if (!lock)
    throw new Fault("unavailable", "The agent is starting or stopping.", {
      hint: "Try again in a moment.",
    });
  const version = (await versionText()).trim();
  await using data = await openStore(opened);
  await using agent = await openAgent({ ...opened, version, opened: data });
  const { control: ofAgent } = agent.core;
  const tokens = offlineTokens({ ...opened, store: data.store });
  const control = createControl([...ofAgent.sections, tokens, ...homeSections(opened)]);
  const callerIn = (chat: string) => ({ person: agent.owner, surface: "cli", chat });
  // Awaited here: what is returned unawaited would run after the agent was closed.
  return await work(
    (method, params, chat = "main") => control.call(method, params, callerIn(chat)),
    { isRunning: false },
  );
}

import { Fault } from "@reeve/sdk";
import { lockHome } from "../store/sqlite/lock-home.ts";
import type { CommandParts } from "./command.ts";
import { connectIfThere } from "./connect-or-host.ts";
import { versionText } from "./help.ts";
import { openAgent } from "./open-agent.ts";
import { type OpenHome, openHome } from "./open-home.ts";

/** Calls a control method, wherever the agent is. */
export type Ask = (method: string, params: unknown) => Promise<unknown>;

/**
 * Asks the running agent over its socket. Where none runs, its parts are put
 * together here for as long as `work` takes; nothing is answered meanwhile.
 */
export async function askAgent<Result>(
  parts: CommandParts,
  work: (ask: Ask, opened: OpenHome) => Promise<Result>,
): Promise<Result> {
  using opened = await openHome(parts);
  const client = await connectIfThere(opened.home.socket, parts.signal);
  if (client) {
    try {
      return await work((method, params) => client.control(method, params), opened);
    } finally {
      client.close();
    }
  }

  using lock = lockHome(opened.home.lock);
  if (!lock)
    throw new Fault("unavailable", "The agent is starting or stopping.", {
      hint: "Try again in a moment.",
    });
  const version = (await versionText()).trim();
  await using agent = await openAgent({ ...opened, version, stop: () => {} });
  const caller = { person: agent.owner, surface: "cli", chat: "main" };
  return work((method, params) => agent.core.control.call(method, params, caller), opened);
}

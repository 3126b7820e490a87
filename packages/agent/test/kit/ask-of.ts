import type { Ask } from "@reeve/operations/ask";
import { askAs } from "../../src/operations/ask.ts";
import { callerOf } from "./caller-of.ts";
import type { RunningAgent } from "./start-agent.ts";

/** Creates an `Ask` for a person who has written before. */
export function askOf(agent: RunningAgent, who?: Parameters<typeof callerOf>[1]): Ask {
  return async (operation, input, options) =>
    askAs(agent.core.control, await callerOf(agent, who))(operation, input, options);
}

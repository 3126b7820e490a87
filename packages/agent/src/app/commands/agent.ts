import { homedir } from "node:os";
import { Fault } from "@reeve/sdk";
import { resolveHome } from "../../platform/home.ts";
import type { CommandParts } from "../command.ts";
import { connectIfThere } from "../connect-or-host.ts";
import { run as runStatus } from "./status.ts";

const DONE: Readonly<Record<string, string>> = {
  start: "The agent runs.",
  stop: "The agent is stopped; its process stays. Start it with: reeve agent start",
  restart: "The agent was started anew.",
};

/** `reeve agent start|stop|restart|status`: the agent inside its process, which stays with socket and gateway. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const [verb = "status", ...rest] = args;
  if (verb === "status") return runStatus(rest, parts);
  const done = DONE[verb];
  if (done === undefined || rest.length > 0)
    throw new Fault("invalid", `"${args.join(" ")}" is nothing that an agent does.`, {
      hint: "Write it like: reeve agent start|stop|restart|status",
    });
  const home = resolveHome(parts.env, homedir());
  using client = await connectIfThere(home.socket, parts.signal);
  if (!client)
    throw new Fault("unavailable", "There is no process of the agent.", {
      hint: "Begin one with: reeve start --detach",
    });
  await client.control(`agent.${verb}`, {});
  parts.stdout.write(`${done}\n`);
  return 0;
}

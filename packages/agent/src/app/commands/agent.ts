import { homedir } from "node:os";
import { agent } from "@reeve/operations/agent/agent";
import { Fault } from "@reeve/sdk";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "../cli/command.ts";
import { connectIfThere } from "../connect-or-host.ts";
import { run as runStatus } from "./status.ts";

const CHANGES = {
  start: { operation: agent.start, done: "The agent is running." },
  stop: {
    operation: agent.stop,
    done: "The agent was stopped. Its process keeps running. Start the agent with: reeve agent start",
  },
  restart: { operation: agent.restart, done: "The agent was restarted." },
};

/** `reeve agent start|stop|restart|status`: the agent inside its process, which stays with socket and gateway. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const [verb = "status", ...rest] = args;
  if (verb === "status") return runStatus(rest, context);
  const [change] = Object.entries(CHANGES).flatMap(([name, one]) => (name === verb ? [one] : []));
  if (!change || rest.length > 0)
    throw new Fault("invalid", `Unknown action "${args.join(" ")}".`, {
      hint: "Usage: reeve agent start|stop|restart|status",
    });
  const home = resolveHome(context.env, homedir());
  using client = await connectIfThere(home.socket, context.signal);
  if (!client)
    throw new Fault("unavailable", "Reeve is not running.", {
      hint: "Start it with: reeve start --detach",
    });
  await client.ask(change.operation, {});
  context.stdout.write(`${change.done}\n`);
  return 0;
}

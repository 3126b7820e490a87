import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { resolveHome } from "../../platform/home.ts";
import { agent } from "@reeve/operations/agent";
import { formatStatus } from "../cli/agent-status.ts";
import type { CommandContext } from "../cli/command.ts";
import { connectIfThere } from "../connect-or-host.ts";

/** `reeve status`: whether the agent runs, and what it is doing. Exit code 1 when it does not run. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  const home = resolveHome(context.env, homedir());
  using client = await connectIfThere(home.socket, context.signal);
  if (!client) {
    const answer = values.json ? JSON.stringify({ running: false }) : "Not running.";
    context.stdout.write(`${answer}\n`);
    return 1;
  }
  const now = await client.ask(agent.status, {});
  const isRunning = now.state === "running";
  const json = JSON.stringify({ running: isRunning, ...now });
  context.stdout.write(values.json ? `${json}\n` : formatStatus(now));
  return isRunning ? 0 : 1;
}

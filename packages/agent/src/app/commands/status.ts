import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { resolveHome } from "../../platform/home.ts";
import { agent, type AgentStatus } from "@reeve/operations/agent/agent";
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

/** Formats the status of a process for people. */
function formatStatus(now: AgentStatus): string {
  const messages = Object.entries(now.messages).map(([state, count]) => `${count} ${state}`);
  const since = now.state === "running" ? ` for ${Math.round(now.uptimeMs / 1000)} s` : "";
  return [
    `${capitalised(now.state)}${since} as process ${now.pid}, using ${now.rssMb} MB.`,
    `  version    ${now.version}`,
    `  model      ${now.model ?? "none (the agent is not running)"}`,
    `  home       ${now.home}`,
    `  messages   ${messages.join(", ") || "none yet"}`,
    `  approvals  ${now.openApprovals} pending`,
    ...now.unavailable.map(({ part, reason }) => `  ${part} is unavailable: ${reason}`),
    ...(now.lastError
      ? [
          `  failed to start at ${new Date(now.lastError.at).toISOString()}: ${now.lastError.message}`,
        ]
      : []),
    "",
  ].join("\n");
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { resolveHome } from "../../platform/home.ts";
import type { CommandParts } from "../command.ts";
import { connectIfThere } from "../connect-or-host.ts";

const status = z.object({
  version: z.string(),
  pid: z.number(),
  home: z.string(),
  model: z.string(),
  uptimeMs: z.number(),
  rssMb: z.number(),
  messages: z.record(z.string(), z.number()),
  openApprovals: z.number(),
});

/** `reeve status`: whether the agent runs, and what it is doing. Exit code 1 when it does not run. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  const home = resolveHome(parts.env, homedir());
  using client = await connectIfThere(home.socket, parts.signal);
  if (!client) {
    const answer = values.json ? JSON.stringify({ running: false }) : "Not running.";
    parts.stdout.write(`${answer}\n`);
    return 1;
  }
  const now = status.parse(await client.control("agent.status", {}));
  parts.stdout.write(values.json ? `${JSON.stringify({ running: true, ...now })}\n` : toText(now));
  return 0;
}

function toText(now: z.output<typeof status>): string {
  const messages = Object.entries(now.messages).map(([state, count]) => `${count} ${state}`);
  return `Running for ${Math.round(now.uptimeMs / 1000)} s as process ${now.pid}, ${now.rssMb} MB.
  version    ${now.version}
  model      ${now.model}
  home       ${now.home}
  messages   ${messages.join(", ") || "none yet"}
  approvals  ${now.openApprovals} open
`;
}

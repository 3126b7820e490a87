import { homedir } from "node:os";
import { resolveHome } from "../../platform/home.ts";
import type { CommandParts } from "../command.ts";
import { connectIfThere } from "../connect-or-host.ts";

/** `reeve stop`: asks the running agent to end, and waits until it is gone. */
export async function run(_args: readonly string[], parts: CommandParts): Promise<number> {
  const home = resolveHome(parts.env, homedir());
  using client = await connectIfThere(home.socket, parts.signal);
  if (!client) {
    parts.stdout.write("No agent is running.\n");
    return 0;
  }
  await client.end();
  await client.closed;
  parts.stdout.write("Stopped.\n");
  return 0;
}

import { homedir } from "node:os";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "../cli/command.ts";
import { connectIfThere } from "../connect-or-host.ts";

/** `reeve stop`: asks the running agent to end, and waits until it is gone. */
export async function run(_args: readonly string[], context: CommandContext): Promise<number> {
  const home = resolveHome(context.env, homedir());
  using client = await connectIfThere(home.socket, context.signal);
  if (!client) {
    context.stdout.write("No agent is running.\n");
    return 0;
  }
  await client.end();
  await client.closed;
  context.stdout.write("Stopped.\n");
  return 0;
}

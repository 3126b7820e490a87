import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../../kernel/attempt.ts";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "../cli/command.ts";
import { lockHome } from "../../store/sqlite/lock-home.ts";
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
  await untilFree(home.lock, context.signal);
  context.stdout.write("Stopped.\n");
  return 0;
}

/** Waits until the process has let go of its home; not for one that has started meanwhile. */
async function untilFree(file: string, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FREE_MS)]);
  while (!limit.aborted) {
    using lock = lockHome(file);
    if (lock) return;
    await attempt(sleep(LOOK_AGAIN_MS, undefined, { signal: limit }));
  }
}

const FREE_MS = 10_000;
const LOOK_AGAIN_MS = 20;

import { pauses } from "@reeve/operations/pauses";
import { withAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readWhere } from "./read-where.ts";

/** `reeve resume [<surface>/<chat>]`: ends a pause and reports how many messages came meanwhile. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const where = readWhere(args);
  return withAgent(parts, async (ask, { isRunning }) => {
    const { wasPaused, noted, answering } = await ask(pauses.end, { where });
    if (!wasPaused) {
      parts.stdout.write("Nothing was paused.\n");
      return 0;
    }
    const when = isRunning || answering === 0 ? "" : ", once the agent runs: reeve start";
    parts.stdout.write(
      `Messages that came meanwhile: ${noted}; ${answering} of them will be answered${when}.\n`,
    );
    return 0;
  });
}

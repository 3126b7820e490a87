import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readWhere } from "./pause/read-where.ts";

const answer = z.object({ wasPaused: z.boolean(), noted: z.int(), answering: z.int() });

/** `reeve resume [<surface>/<chat>]`: ends a pause and says how many messages came meanwhile. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const where = readWhere(args);
  return askAgent(parts, async (ask, { isRunning }) => {
    const { wasPaused, noted, answering } = answer.parse(await ask("pauses.end", { where }));
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

import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readWhere } from "./pause/read-where.ts";

const answer = z.object({ wasPaused: z.boolean() });

/** `reeve pause [<surface>/<chat>]`: from now on what arrives is noted and not answered. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const where = readWhere(args);
  return askAgent(parts, async (ask) => {
    const { wasPaused } = answer.parse(await ask("pauses.begin", { where }));
    parts.stdout.write(
      wasPaused ? "It was paused already.\n" : "Paused. Go on with: reeve resume\n",
    );
    return 0;
  });
}

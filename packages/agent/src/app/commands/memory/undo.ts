import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const answer = z.object({ undone: z.string() });

/** `reeve undo [<id>]` and `reeve memory undo [<id>]`: takes your newest change back, or the one of this id. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [change] = positionals;
  return askAgent(parts, async (ask) => {
    const { undone } = answer.parse(await ask("memory.undo", { change }));
    parts.stdout.write(`Undone: ${undone}\n`);
    return 0;
  });
}

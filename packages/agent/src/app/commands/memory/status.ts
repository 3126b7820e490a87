import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const status = z.object({
  files: z.number(),
  passages: z.record(z.string(), z.number()),
  models: z.array(
    z.object({ model: z.string(), dims: z.number(), state: z.string(), waiting: z.number() }),
  ),
});

/** `reeve memory status`: how much is remembered, and how much of it is found by meaning. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const found = status.parse(await ask("memory.status", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(found)}\n` : toText(found));
    return 0;
  });
}

function toText({ files, passages, models }: z.output<typeof status>): string {
  const total = Object.values(passages).reduce((sum, count) => sum + count, 0);
  const bySource = Object.entries(passages).map(([source, count]) => `  ${source}: ${count}\n`);
  const byModel = models.map(
    ({ model, dims, state, waiting }) =>
      `Vectors of ${model} (${dims} numbers, ${state}): ${waiting} texts wait\n`,
  );
  return [
    `Files: ${files}\n`,
    `Searchable texts: ${total}\n`,
    ...bySource,
    ...(byModel.length > 0 ? byModel : ["Vectors: none, words alone are searched\n"]),
  ].join("");
}

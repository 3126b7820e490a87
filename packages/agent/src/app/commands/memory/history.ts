import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const changes = z.array(
  z.object({
    id: z.string(),
    at: z.number(),
    kind: z.string(),
    what: z.string(),
    undoneAt: z.number().nullable(),
  }),
);

/** `reeve history` and `reeve memory history`: what was changed for you, newest first. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const list = changes.parse(await ask("memory.history", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(list)}\n` : toText(list));
    return 0;
  });
}

function toText(list: z.output<typeof changes>): string {
  if (list.length === 0) return "Nothing was changed yet.\n";
  return list
    .map(({ id, at, what, undoneAt }) => {
      const when = new Date(at).toISOString().slice(0, 16);
      return `${id}  ${when}${undoneAt === null ? "" : "  undone"}\n  ${what}\n`;
    })
    .join("");
}

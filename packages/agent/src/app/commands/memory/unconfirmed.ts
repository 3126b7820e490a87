import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const entry = z.object({
  id: z.string(),
  path: z.string(),
  text: z.string(),
  integrity: z.string(),
});

/** `reeve memory unconfirmed`: what the agent wrote down from what others said. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const entries = z.array(entry).parse(await ask("memory.unconfirmed", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(entries)}\n` : toText(entries));
    return 0;
  });
}

function toText(entries: readonly z.output<typeof entry>[]): string {
  if (entries.length === 0) return "Nothing is waiting to be confirmed.\n";
  return entries
    .map(({ id, path, text, integrity }) => `${id}  ${path}  from ${integrity}\n  ${text}\n`)
    .join("");
}

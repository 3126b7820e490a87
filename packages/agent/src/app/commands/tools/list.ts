import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const tools = z.array(
  z.object({
    name: z.string(),
    effect: z.string(),
    scope: z.string(),
    access: z.string(),
    summary: z.string(),
    awaits: z.string().nullable(),
  }),
);

/** `reeve tools list`: what the agent can do, then what it could do if something were there. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const list = tools.parse(await ask("tools.list", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(list)}\n` : toText(list));
    return 0;
  });
}

function toText(list: z.output<typeof tools>): string {
  const width = Math.max(...list.map(({ name }) => name.length));
  return list
    .map(({ name, effect, scope, access, summary, awaits }) => {
      const facts = `${name.padEnd(width)} ${effect.padEnd(8)} ${scope.padEnd(11)} ${access.padEnd(7)}`;
      return `${facts} ${awaits === null ? summary : `(needs ${awaits}) ${summary}`}\n`;
    })
    .join("");
}

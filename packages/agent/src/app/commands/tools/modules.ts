import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const modules = z.array(z.object({ category: z.string(), state: z.string(), tools: z.number() }));

/** `reeve tools modules`: the categories of tools, on or off in a conversation of the terminal. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" }, chat: { type: "string" } },
  });
  return askAgent(parts, async (ask) => {
    const list = modules.parse(await ask("tools.modules", {}, values.chat));
    const lines = list.map(
      ({ category, state, tools }) => `${category.padEnd(16)} ${state.padEnd(14)} ${tools} tools\n`,
    );
    parts.stdout.write(values.json ? `${JSON.stringify(list)}\n` : lines.join(""));
    return 0;
  });
}

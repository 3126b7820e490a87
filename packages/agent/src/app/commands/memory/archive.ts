import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const answer = z.object({ archive: z.enum(["on", "off"]) });

const SAYS = {
  on: "What is said here is kept and searched beyond its session.\n",
  off: "What is said here is gone with its session.\n",
} as const;

/** `reeve memory archive [on|off] [--chat <name>]`: whether a conversation of the terminal is kept beyond its session. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { chat: { type: "string" } },
  });
  const [change] = positionals;
  return askAgent(parts, async (ask) => {
    const asked = await ask("memory.archive", { archive: change }, values.chat);
    const { archive } = answer.parse(asked);
    parts.stdout.write(SAYS[archive]);
    return 0;
  });
}

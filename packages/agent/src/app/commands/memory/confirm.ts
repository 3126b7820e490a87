import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const entry = z.object({ path: z.string(), text: z.string() });

/** `reeve memory confirm <id>`: stands behind an entry of the memory files. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0)
    throw new Fault("invalid", "Name the one entry that you confirm.", {
      hint: "List them with: reeve memory unconfirmed",
    });
  return askAgent(parts, async (ask) => {
    const { path, text } = entry.parse(await ask("memory.confirmEntry", { id }));
    parts.stdout.write(`Confirmed in ${path}: ${text}\n`);
    return 0;
  });
}

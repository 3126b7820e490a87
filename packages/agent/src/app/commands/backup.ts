import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

/** `reeve backup [file]`: writes a consistent copy of the database, also while the agent runs. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [file] = positionals;
  return askAgent(parts, async (ask) => {
    const params = file === undefined ? {} : { file: path.resolve(file) };
    const written = z.object({ file: z.string() }).parse(await ask("store.backup", params));
    parts.stdout.write(`${written.file}\n`);
    return 0;
  });
}

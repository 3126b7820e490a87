import path from "node:path";
import { parseArgs } from "node:util";
import { backups } from "@reeve/operations/agent/backups";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";

/** `reeve backup [file]`: writes a consistent copy of the database, also while the agent runs. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [file] = positionals;
  return withAgent(context, async (ask) => {
    const written =
      file === undefined
        ? await ask(backups.create, {})
        : await ask(backups.copy, { file: path.resolve(file) });
    context.stdout.write(`${written.file}\n`);
    return 0;
  });
}

import { open } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const page = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  next: z.number().nullable(),
});

/** `reeve memory export [<person>] --to <file>`: what is kept of a person, as JSON lines for their eyes only. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  const [person] = positionals;
  if (values.to === undefined)
    throw new Fault("invalid", "Where to?", { hint: "Name a new file: --to me.jsonl" });
  const target = path.resolve(values.to);
  return askAgent(parts, async (ask) => {
    // The file must be a new one, so that nothing is overwritten and its mode is ours.
    await using file = await open(target, "wx", 0o600).catch((cause: unknown) => {
      throw new Fault("conflict", `${target} cannot be written as a new file.`, {
        hint: "Name a file that does not exist, in a folder that does.",
        cause,
      });
    });
    let count = 0;
    for (let after: number | null = 0; after !== null;) {
      const { rows, next } = page.parse(await ask("memory.export", { person, after }));
      await file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      count += rows.length;
      after = next;
    }
    parts.stdout.write(`${target}: ${count} lines\n`);
    return 0;
  });
}

import { open } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { privacy } from "@reeve/operations/memory/privacy";
import { Fault } from "@reeve/sdk";
import { withAgent } from "../../cli/ask-agent.ts";
import type { CommandContext } from "../../cli/command.ts";

/** `reeve memory export [<person>] --to <file>`: writes a person's data to a new file, as JSON lines. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  const [person] = positionals;
  if (values.to === undefined)
    throw new Fault("invalid", "Missing --to <file>.", {
      hint: "Example: reeve memory export --to me.jsonl",
    });
  const target = path.resolve(values.to);
  return withAgent(context, async (ask) => {
    // The file must be a new one, so that nothing is overwritten and its mode is ours.
    await using file = await open(target, "wx", 0o600).catch((cause: unknown) => {
      throw new Fault("conflict", `Cannot create ${target}.`, {
        hint: "Choose a file that does not exist yet, in an existing folder.",
        cause,
      });
    });
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, next } = await ask(privacy.export, { person, cursor });
      await file.appendFile(items.map((item) => `${JSON.stringify(item)}\n`).join(""));
      count += items.length;
      cursor = next;
    }
    context.stdout.write(`${target}: ${count} lines\n`);
    return 0;
  });
}

import { parseArgs } from "node:util";
import type { CommandParts } from "../command.ts";
import { run as list } from "./memory/history.ts";
import { run as undo } from "./memory/undo.ts";

/** `reeve undo [<id>]`: takes your newest change back, or the one of this id; `--list` shows them. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { list: { type: "boolean" } },
  });
  return values.list ? list([], parts) : undo(positionals, parts);
}

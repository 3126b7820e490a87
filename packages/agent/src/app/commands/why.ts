import { turns } from "@reeve/operations/work/turns";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";
import { formatLife } from "./why/format-life.ts";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** `reeve why [message]`: shows the life of a message, from inbox to terminal state; the newest by default. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const [id = ""] = positionals;
  return withAgent(context, async (ask) => {
    const life = await ask(turns.why, { id });
    context.stdout.write(values.json ? `${JSON.stringify(life)}\n` : formatLife(life));
    return 0;
  });
}

/** Reads a command line: words and options, of which each command takes `--json`. */
function readArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...options, json: { type: "boolean" } },
  });
}

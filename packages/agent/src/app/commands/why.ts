import { turns } from "@reeve/operations/turns";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";
import { readArgs } from "../cli/read-args.ts";
import { formatLife } from "./why/format-life.ts";

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

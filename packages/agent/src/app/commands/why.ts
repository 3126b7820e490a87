import { turns } from "@reeve/operations/turns";
import { withAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { formatLife } from "./why/format-life.ts";

/** `reeve why [message]`: shows the life of a message, from inbox to terminal state; the newest by default. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const [id = ""] = positionals;
  return withAgent(parts, async (ask) => {
    const life = await ask(turns.why, { id });
    parts.stdout.write(values.json ? `${JSON.stringify(life)}\n` : formatLife(life));
    return 0;
  });
}

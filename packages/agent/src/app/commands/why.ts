import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { formatLife, lifeSchema } from "./why/format-life.ts";

/** `reeve why [message]`: what became of a message, from inbox to terminal state. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const [message = ""] = positionals;
  return askAgent(parts, async (ask) => {
    const life = await ask("turns.why", { message });
    const text = values.json ? `${JSON.stringify(life)}\n` : formatLife(lifeSchema.parse(life));
    parts.stdout.write(text);
    return 0;
  });
}

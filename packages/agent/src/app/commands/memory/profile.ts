import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";
import { readArgs } from "../../read-args.ts";

const profile = z.object({
  name: z.string(),
  text: z.string(),
  fixed: z.string(),
  updatedAt: z.number().nullable(),
  facts: z.number(),
});

/** `reeve memory profile [<person>]` shows it, `profile edit <text> [--person <person>]` writes it by hand. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, { person: { type: "string" } });
  const [verb, ...words] = positionals;
  const isEdit = verb === "edit";
  if (isEdit && words.length === 0)
    throw new Fault("invalid", "What should the profile say?", {
      hint: 'Write it like: reeve memory profile edit "Ann is an architect."; "" leaves it to the agent.',
    });
  return askAgent(parts, async (ask) => {
    const person = values.person ?? (isEdit ? undefined : verb);
    const answer = isEdit
      ? await ask("memory.editProfile", { person, text: words.join(" ") })
      : await ask("memory.profile", { person });
    const found = profile.parse(answer);
    parts.stdout.write(values.json ? `${JSON.stringify(found)}\n` : toText(found));
    return 0;
  });
}

function toText({ name, text, fixed, updatedAt, facts }: z.output<typeof profile>): string {
  if (text === "" || updatedAt === null) return `There is no profile of ${name} yet.\n`;
  const by = fixed === "" ? `from ${facts} facts` : `by hand, and from ${facts} facts`;
  return `${text}\n(${name}, written ${new Date(updatedAt).toISOString().slice(0, 10)} ${by})\n`;
}

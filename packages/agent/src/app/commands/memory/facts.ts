import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";
import { readArgs } from "../../read-args.ts";

const fact = z.object({
  id: z.string(),
  kind: z.string(),
  tier: z.string(),
  text: z.string(),
  saidAt: z.number(),
  integrity: z.string(),
  of: z.string(),
  isConfirmed: z.boolean(),
  isTainted: z.boolean(),
});

/** `reeve memory facts`: what is believed; `confirm <id> [<text>]` vouches for one, in other words if need be. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    person: { type: "string" },
    search: { type: "string" },
  });
  const [verb, id, ...words] = positionals;
  if (verb !== undefined && (verb !== "confirm" || id === undefined))
    throw new Fault("invalid", `Not something to do with facts: ${positionals.join(" ")}`, {
      hint: "Write it like: reeve memory facts confirm <id>",
    });
  return askAgent(parts, async (ask) => {
    const { person, search } = values;
    const text = words.length > 0 ? words.join(" ") : undefined;
    const facts =
      verb === undefined
        ? z.array(fact).parse(await ask("memory.facts", { person, search }))
        : [fact.parse(await ask("memory.confirm", { id, text }))];
    parts.stdout.write(values.json ? `${JSON.stringify(facts)}\n` : toText(facts));
    return 0;
  });
}

function toText(facts: readonly z.output<typeof fact>[]): string {
  if (facts.length === 0) return "Nothing is known.\n";
  return facts
    .map((one) => {
      const day = new Date(one.saidAt).toISOString().slice(0, 10);
      const trust = one.isTainted ? "  not confirmed" : "";
      return `${one.id}  ${day}  ${one.kind}, ${one.tier}  of ${one.of}  from ${one.integrity}${trust}\n  ${one.text}\n`;
    })
    .join("");
}

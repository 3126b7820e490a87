import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const answer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("forgotten"), kind: z.string(), rows: z.number() }),
  z.object({
    type: z.literal("several"),
    hits: z.array(z.object({ id: z.string(), source: z.string(), text: z.string() })),
  }),
]);

/** `reeve memory forget <id> | --query <words> --yes`: forgets a thing for good. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { query: { type: "string" }, yes: { type: "boolean" } },
  });
  const [id] = positionals;
  const { query, yes } = values;
  if ((id === undefined) === (query === undefined))
    throw new Fault("invalid", "What is to be forgotten?", {
      hint: "Give an id, as reeve memory search shows it, or --query with words that it holds.",
    });
  if (!yes)
    throw new Fault("invalid", "This cannot be undone.", { hint: "Say --yes if you are sure." });
  return askAgent(parts, async (ask) => {
    const done = answer.parse(await ask("memory.forget", { id, query, finish: true }));
    if (done.type === "forgotten") {
      parts.stdout.write(`Forgotten: a ${done.kind} and what was made of it, ${done.rows} rows.\n`);
      return 0;
    }
    const lines = done.hits.map((hit) => `  ${hit.id}  ${hit.source}  ${hit.text}`);
    parts.stdout.write(`Several things hold these words:\n${lines.join("\n")}\n`);
    return 1;
  });
}

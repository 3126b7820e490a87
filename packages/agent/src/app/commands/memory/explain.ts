import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";
import { readArgs } from "../../read-args.ts";

const mention = z.object({
  id: z.string(),
  text: z.string(),
  since: z.number(),
  until: z.number().optional(),
});

const explanation = mention.extend({
  kind: z.string(),
  tier: z.string(),
  state: z.string(),
  label: z.object({ integrity: z.string(), audience: z.string() }),
  isConfirmed: z.boolean(),
  evidence: z.array(
    z.object({
      at: z.number(),
      speaker: z.string(),
      text: z.string(),
      surface: z.string(),
      chat: z.string(),
    }),
  ),
  replaced: z.array(mention),
  replacedBy: mention.optional(),
});

/** `reeve memory explain <id>`: why a fact is believed. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const [id] = positionals;
  if (id === undefined)
    throw new Fault("invalid", "Which fact?", { hint: "List them with: reeve memory facts" });
  return askAgent(parts, async (ask) => {
    const found = explanation.parse(await ask("memory.explain", { id }));
    parts.stdout.write(values.json ? `${JSON.stringify(found)}\n` : toText(found));
    return 0;
  });
}

function toText(found: z.output<typeof explanation>): string {
  const { text, kind, tier, state, label, evidence, replaced, replacedBy } = found;
  const said = evidence.map(
    (one) => `  ${dayOf(one.at)} ${one.speaker} (${one.surface}/${one.chat}): ${one.text}`,
  );
  const trust = found.isConfirmed ? `${label.integrity}, confirmed` : label.integrity;
  return [
    text,
    `${kind}, ${tier}, ${state} since ${spanOf(found)}, from ${trust}, for ${label.audience}`,
    "Said:",
    ...(said.length > 0 ? said : ["  nothing that is still kept"]),
    ...replaced.map((old) => `Before: ${old.text} (${spanOf(old)}, ${old.id})`),
    ...(replacedBy ? [`Now: ${replacedBy.text} (${replacedBy.id})`] : []),
    "",
  ].join("\n");
}

function spanOf({ since, until }: z.output<typeof mention>): string {
  return until === undefined ? dayOf(since) : `${dayOf(since)} until ${dayOf(until)}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

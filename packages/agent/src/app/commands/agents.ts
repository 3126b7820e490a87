import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const agents = z.array(
  z.object({
    name: z.string(),
    here: z.boolean(),
    model: z.string(),
    tools: z.number(),
    steps: z.number().optional(),
    tokensPerDay: z.number().optional(),
    costPerDay: z.string().optional(),
    places: z.array(z.string()),
  }),
);

type Agent = z.output<typeof agents>[number];

/** `reeve agents`: who answers, with what, and where. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const list = agents.parse(await ask("agents.list", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(list)}\n` : list.map(toLine).join(""));
    return 0;
  });
}

function toLine(agent: Agent): string {
  const { name, model, tools, places } = agent;
  const limits = limitsOf(agent).map((limit) => `, ${limit}`);
  const where = places.length > 0 ? `, in ${places.join(" ")}` : "";
  return `${name.padEnd(12)} ${model.padEnd(32)} ${tools} tools${limits.join("")}${where}\n`;
}

function limitsOf({ steps, tokensPerDay, costPerDay }: Agent): readonly string[] {
  return [
    ...(steps === undefined ? [] : [`${steps} steps`]),
    ...(tokensPerDay === undefined ? [] : [`${tokensPerDay} tokens a day`]),
    ...(costPerDay === undefined ? [] : [`${costPerDay} a day`]),
  ];
}

import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { runVerb } from "../run-verb.ts";

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

/** `reeve agents`: who answers, with what, and where; `use` lets another one answer in a conversation of the terminal. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, { chat: { type: "string" } });
  const { chat } = values;
  return runVerb(positionals, parts, {
    command: "agents",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const list = agents.parse(await ask("agents.list", {}, chat));
          return { value: list, text: list.map(toLine).join("") };
        },
      },
      use: {
        usage: "<name>",
        run: async (ask, [name]) => {
          const value = await ask("agents.use", { name }, chat);
          return { value, text: `${name} answers from the next message on.\n` };
        },
      },
    },
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

import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const model = z.looseObject({
  id: z.string(),
  contextTokens: z.number(),
  tools: z.boolean(),
  images: z.boolean(),
  price: z.object({ input: z.string(), output: z.string() }).nullable(),
});

const using = z.object({ model: z.string() });

/** `reeve models`: the models that are known; `show` says which one answers, `use` has another one answer. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    provider: { type: "string" },
    chat: { type: "string" },
  });
  const { provider, chat } = values;
  return runVerb(positionals, parts, {
    command: "models",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const models = z.array(model).parse(await ask("models.list", { provider }));
          return { value: models, text: linesOf(models, toLine, "No models are known.") };
        },
      },
      show: {
        usage: "",
        run: async (ask) => {
          const value = using.parse(await ask("models.use", {}, chat));
          return { value, text: `${value.model}\n` };
        },
      },
      use: {
        usage: "<provider/model>",
        run: async (ask, [name]) => {
          const value = using.parse(await ask("models.use", { name }, chat));
          const keep = "For good: reeve config set agent.model <provider/model>";
          return { value, text: `${value.model} answers until the agent ends. ${keep}\n` };
        },
      },
    },
  });
}

function toLine({ id, contextTokens, tools, images, price }: z.output<typeof model>): string {
  const can = [...(tools ? ["tools"] : []), ...(images ? ["images"] : [])].join(" ");
  const cost = price ? `${price.input} in, ${price.output} out` : "no price known";
  return `${id.padEnd(44)} ${String(contextTokens).padStart(8)}  ${can.padEnd(12)}  ${cost}`;
}

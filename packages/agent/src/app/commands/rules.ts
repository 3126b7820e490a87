import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const rule = z.looseObject({ id: z.string(), text: z.string(), rule: z.string() });

/** `reeve rules`: what you laid down in a conversation of the terminal in your own words; `remove` takes one back. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, { chat: { type: "string" } });
  const { chat } = values;
  return runVerb(positionals, parts, {
    command: "rules",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const rules = z.array(rule).parse(await ask("policies.list", {}, chat));
          const line = (one: z.output<typeof rule>) => `${one.id}  ${one.rule}: ${one.text}`;
          return { value: rules, text: linesOf(rules, line, "There are no rules here.") };
        },
      },
      remove: {
        usage: "<id>",
        run: async (ask, [policy]) => {
          const value = await ask("policies.remove", { policy }, chat);
          return { value, text: "It does not hold any more.\n" };
        },
      },
    },
  });
}

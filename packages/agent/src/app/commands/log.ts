import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const page = z.object({
  entries: z.array(
    z.object({
      at: z.number(),
      level: z.string(),
      sentence: z.string(),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
  next: z.int().nullable(),
});

/** `reeve log`: what the agent wrote down of what it does, the newest at the end. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    limit: { type: "string" },
    before: { type: "string" },
  });
  const asked = { limit: countIn(values.limit), before: countIn(values.before) };
  return runVerb(positionals, parts, {
    command: "log",
    json: values.json,
    verbs: {
      show: {
        usage: "",
        run: async (ask) => {
          const value = page.parse(await ask("log.tail", asked));
          const text = linesOf(value.entries.toReversed(), toLine, "Nothing is written yet.");
          return { value, text };
        },
      },
    },
  });
}

function countIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Fault("invalid", `Not a number: ${text}`, {
    hint: "Write it like: reeve log --limit 20",
  });
}

function toLine({ at, level, sentence, fields }: z.output<typeof page>["entries"][number]): string {
  const more = Object.keys(fields).length > 0 ? `  ${JSON.stringify(fields)}` : "";
  return `${new Date(at).toISOString()}  ${level.padEnd(5)}  ${sentence}${more}`;
}

import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const reminder = z.looseObject({
  id: z.string(),
  text: z.string(),
  next: z.object({ text: z.string() }).optional(),
  recurrence: z.string().optional(),
  when: z.object({ person: z.string().optional(), about: z.string() }).optional(),
});

/**
 * `reeve reminders`: what you are reminded of; `add` says of what and when, in a conversation of
 * the terminal, `snooze` moves the next time, `cancel` ends it.
 */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    at: { type: "string" },
    every: { type: "string" },
    about: { type: "string" },
    from: { type: "string" },
    chat: { type: "string" },
  });
  const { at, every: recurrence, about, from: person, chat } = values;
  return runVerb(positionals, parts, {
    command: "reminders",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const listed = z.array(reminder).parse(await ask("reminders.list", {}));
          return { value: listed, text: linesOf(listed, toLine, "You are reminded of nothing.") };
        },
      },
      add: {
        usage: "<text>…",
        run: async (ask, words) => {
          const when = about === undefined ? undefined : { about, person };
          const draft = { text: words.join(" "), at, recurrence, when };
          const value = reminder.parse(await ask("reminders.create", draft, chat));
          return { value, text: `${toLine(value)}\n` };
        },
      },
      snooze: {
        usage: "<id> <until>…",
        run: async (ask, [id, ...until]) => {
          const asked = { id, until: until.join(" ") };
          const value = reminder.parse(await ask("reminders.snooze", asked));
          return { value, text: `${toLine(value)}\n` };
        },
      },
      cancel: {
        usage: "<id>",
        run: async (ask, [id]) => {
          const value = await ask("reminders.cancel", { id });
          return { value, text: "Cancelled.\n" };
        },
      },
    },
  });
}

function toLine({ id, text, next, recurrence, when }: z.output<typeof reminder>): string {
  const time = [
    ...(next ? [next.text] : []),
    ...(recurrence === undefined ? [] : [recurrence]),
    ...(when ? [`when ${when.person ?? "somebody"} writes about ${when.about}`] : []),
  ];
  return `${id}  ${text} (${time.join(", ")})`;
}

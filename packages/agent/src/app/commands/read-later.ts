import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const item = z.looseObject({
  id: z.string(),
  url: z.string().optional(),
  title: z.string(),
  status: z.enum(["unread", "done"]),
});

/** `reeve read-later`: your reading list; `save` adds an address or a text, `done` marks one as read. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    status: { type: "string" },
    tag: { type: "string", multiple: true },
  });
  const { status, tag: tags } = values;
  return runVerb(positionals, parts, {
    command: "read-later",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const listed = await ask("reading.list", { status, tag: tags?.[0] });
          const items = z.array(item).parse(listed);
          return { value: items, text: linesOf(items, toLine, "There is nothing to read.") };
        },
      },
      save: {
        usage: "<address or text>…",
        run: async (ask, words) => {
          const [first = "", ...rest] = words;
          const isAddress = rest.length === 0 && /^https?:\/\//i.test(first);
          const draft = isAddress ? { url: first, tags } : { text: words.join(" "), tags };
          const value = item.parse(await ask("reading.save", draft));
          return { value, text: `${toLine(value)}\n` };
        },
      },
      done: {
        usage: "<id>",
        run: async (ask, [id]) => {
          const value = item.parse(await ask("reading.finish", { id }));
          return { value, text: `${toLine(value)}\n` };
        },
      },
    },
  });
}

function toLine({ id, url, title, status }: z.output<typeof item>): string {
  const box = status === "done" ? "[x]" : "[ ]";
  return `${box} ${id}  ${title}${url === undefined || url === title ? "" : `  ${url}`}`;
}

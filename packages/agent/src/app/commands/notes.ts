import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb, type Said } from "../run-verb.ts";

const note = z.looseObject({
  id: z.string(),
  title: z.string().optional(),
  text: z.string(),
  tags: z.array(z.string()),
});

/** `reeve notes`: your notes; `search` finds some by their words, `add`, `change` and `delete` keep them. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    title: { type: "string" },
    text: { type: "string" },
    tag: { type: "string", multiple: true },
  });
  const { title, text, tag: tags } = values;
  const tag = tags?.[0];
  return runVerb(positionals, parts, {
    command: "notes",
    json: values.json,
    verbs: {
      list: { usage: "", run: async (ask) => tellNotes(await ask("notes.list", { tag })) },
      search: {
        usage: "<words>…",
        run: async (ask, words) =>
          tellNotes(await ask("notes.list", { tag, query: words.join(" ") })),
      },
      add: {
        usage: "<text>…",
        run: async (ask, words) => {
          const draft = { text: words.join(" "), title, tags };
          const value = note.parse(await ask("notes.create", draft));
          return { value, text: `Kept as ${value.id}.\n` };
        },
      },
      change: {
        usage: "<id>",
        run: async (ask, [id]) => {
          const value = note.parse(await ask("notes.update", { id, text, title, tags }));
          return { value, text: `${toText(value)}\n` };
        },
      },
      delete: {
        usage: "<id>",
        run: async (ask, [id]) => {
          const value = await ask("notes.delete", { id });
          return { value, text: "Deleted. Take it back with: reeve undo\n" };
        },
      },
    },
  });
}

function tellNotes(listed: unknown): Said {
  const value = z.array(note).parse(listed);
  return { value, text: linesOf(value, toText, "There are no notes.") };
}

function toText({ id, title, text, tags }: z.output<typeof note>): string {
  const head = [id, title, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join("  ");
  return `${head}\n  ${text.replaceAll("\n", "\n  ")}`;
}

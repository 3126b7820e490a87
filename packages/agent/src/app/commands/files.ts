import { text as readAll } from "node:stream/consumers";
import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const entry = z.looseObject({
  path: z.string(),
  kind: z.enum(["file", "directory"]),
  bytes: z.number(),
  modifiedAt: z.number(),
});

const content = z.object({ path: z.string(), bytes: z.number(), content: z.string() });
const written = z.object({ path: z.string(), bytes: z.number() });

/** `reeve files`: the workspace; `read` prints a text, `write` stores what is piped in, `delete` can be undone. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    recursive: { type: "boolean", short: "r" },
    append: { type: "boolean" },
  });
  const { recursive, append } = values;
  return runVerb(positionals, parts, {
    command: "files",
    json: values.json,
    verbs: {
      list: {
        usage: "[<folder>]",
        run: async (ask, [folder]) => {
          const listed = await ask("files.list", { path: folder, recursive });
          const entries = z.array(entry).parse(listed);
          return { value: entries, text: linesOf(entries, toLine, "There is nothing here.") };
        },
      },
      read: {
        usage: "<path>",
        run: async (ask, [path]) => {
          const value = content.parse(await ask("files.read", { path }));
          return { value, text: value.content };
        },
      },
      write: {
        usage: "<path>",
        run: async (ask, [path]) => {
          const said = await readAll(parts.stdin);
          const value = written.parse(await ask("files.write", { path, content: said, append }));
          return { value, text: `${value.path} has ${value.bytes} bytes.\n` };
        },
      },
      delete: {
        usage: "<path>",
        run: async (ask, [path]) => {
          const value = await ask("files.delete", { path, recursive });
          return { value, text: "Deleted. Take it back with: reeve undo\n" };
        },
      },
    },
  });
}

function toLine({ path, kind, bytes, modifiedAt }: z.output<typeof entry>): string {
  const size = kind === "directory" ? "-" : String(bytes);
  return `${new Date(modifiedAt).toISOString().slice(0, 16)}  ${size.padStart(9)}  ${path}${kind === "directory" ? "/" : ""}`;
}

import { defineCommandLine } from "../../operations/cli.ts";
import { DELETED, linesOf } from "../../operations/lines.ts";
import { type Note, notes } from "@reeve/operations/memory/notes";

/** `reeve notes`. */
export const notesCommand = defineCommandLine({
  command: "notes",
  operations: notes,
  former: { change: "update" },
  show: {
    list: ({ items }) => linesOf(items, toText, "There are no notes."),
    create: ({ id }) => `Saved as ${id}.`,
    update: toText,
    delete: () => DELETED,
  },
});

function toText({ id, title, text, tags }: Note): string {
  const head = [id, title, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join("  ");
  return `${head}\n  ${text.replaceAll("\n", "\n  ")}`;
}

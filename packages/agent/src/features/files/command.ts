import { type FileEntry, files } from "@reeve/operations/memory/files";
import { defineCommandLine } from "../../operations/cli.ts";
import { DELETED, linesOf } from "../../operations/lines.ts";

/** `reeve files`. */
export const filesCommand = defineCommandLine({
  command: "files",
  operations: files,
  raw: ["read"],
  show: {
    list: ({ items }) => linesOf(items, toLine, "This folder is empty."),
    read: ({ content }) => content,
    write: ({ path, bytes }) => `${path} has ${bytes} bytes.`,
    delete: () => DELETED,
  },
});

function toLine({ path, kind, bytes, modifiedAt }: FileEntry): string {
  const size = kind === "directory" ? "-" : String(bytes);
  return `${new Date(modifiedAt).toISOString().slice(0, 16)}  ${size.padStart(9)}  ${path}${kind === "directory" ? "/" : ""}`;
}

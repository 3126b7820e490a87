import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";
import { type ReadingItem, readLater } from "@reeve/operations/memory/read-later";

/** `reeve read-later`. */
export const readLaterCommand = defineCommandLine({
  command: "read-later",
  operations: readLater,
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no saved items."),
    save: toLine,
    finish: toLine,
  },
  options: {
    save: { tag: { type: "strings", description: "A word to group items by.", value: "word" } },
  },
  read: {
    save({ words: [first = "", ...rest], options }) {
      const tag = options["tag"];
      const tags = Array.isArray(tag) ? { tags: tag.map(String) } : {};
      const isAddress = rest.length === 0 && /^https?:\/\//i.test(first);
      return isAddress ? { url: first, ...tags } : { text: [first, ...rest].join(" "), ...tags };
    },
  },
});

function toLine({ id, url, title, status }: ReadingItem): string {
  const box = status === "done" ? "[x]" : "[ ]";
  return `${box} ${id}  ${title}${url === undefined || url === title ? "" : `  ${url}`}`;
}

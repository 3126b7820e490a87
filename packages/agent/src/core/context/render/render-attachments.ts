import type { StoredMedia } from "../../../store/messages/inbox.ts";
import { nameOf } from "./name-of.ts";
import { sanitize } from "./sanitize.ts";

/** Renders the texts of a message's files behind the message: words that its sender does not vouch for. */
export function renderAttachments(
  media: readonly StoredMedia[],
  { audience }: { readonly audience: "person" | "chat" },
): readonly string[] {
  return media
    .flatMap(renderMedia)
    .map(
      (told) =>
        `<context type="attachment" integrity="stranger" audience="${audience}">\n${sanitize(told)}\n</context>`,
    );
}

/** Renders the text of a file; nothing if its sender wrote it, or the model sees the file. */
export function renderMedia({ kind, file, look }: StoredMedia): readonly string[] {
  switch (look?.as) {
    case "told":
      return [look.text];
    case "unread":
      return [
        `[${nameOf([kind, file?.name ?? ""].join(" ").trim())} could not be read: ${look.text}]`,
      ];
    case "said":
    case "shown":
    case undefined:
      return [];
  }
}

const BLOCK =
  /\n?<context type="attachment" integrity="stranger" audience="\w+">\n([\s\S]*?)\n<\/context>/g;

/** Returns the texts of files in an input. */
export function attachmentsIn(input: string): readonly string[] {
  return Array.from(input.matchAll(BLOCK), ([, told = ""]) => told);
}

/** An input without what files say. */
export function withoutAttachments(input: string): string {
  return input.replaceAll(BLOCK, "");
}

/** Returns the name of a file by the beginning of its text; undefined if it has none. */
export function nameOfAttachment(told: string): string | undefined {
  const [, name] = /^\[(?:PDF|Document|Audio): (.{1,100}?)\] /.exec(told) ?? [];
  return name;
}

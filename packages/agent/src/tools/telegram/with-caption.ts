import { quoted } from "../quoted.ts";

/** What a question to a person adds about the text beneath a file; nothing where there is none. */
export function withCaption(caption: string | undefined): string {
  return caption === undefined ? "" : ` with the caption ${quoted(caption)}`;
}

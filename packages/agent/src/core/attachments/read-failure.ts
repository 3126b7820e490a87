import type { Language } from "../../kernel/languages.ts";
import { texts, type Texts } from "../../platform/texts.ts";
import type { FileFacts, ReadFailure } from "../attachments.ts";

/** Why a file could not be read, in a sentence for the model. */
export function noteUnread(because: ReadFailure): string {
  return "text" in because ? because.text : formatUnread(because, "en");
}

/** Why a file could not be read, in a sentence for people. */
export function formatUnread(because: ReadFailure, language: Language): string {
  const said = texts(language).attachments;
  switch (because.code) {
    case "large": {
      const { file, bytes, most } = because;
      const name = nameIn(said, file);
      return said.large({ name, size: inMegabytes(bytes), most: inMegabytes(most) });
    }
    case "files":
    case "attempts":
      return said[because.code]({ most: because.most });
    case "budget":
      return language === "en" ? because.text : because.told;
    case "unreadable": {
      const why = said.unreadable[because.why];
      return typeof why === "string" ? why : why({ name: nameIn(said, because.file) });
    }
    default:
      return said[because.code];
  }
}

function nameIn(
  { unnamed }: Texts["attachments"],
  { name, kind }: Pick<FileFacts, "name" | "kind">,
): string {
  return name ?? unnamed({ kind });
}

const MEGABYTE = 1024 * 1024;

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

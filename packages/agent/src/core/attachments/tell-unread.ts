import { fillIn, type Language } from "../../kernel/languages.ts";
import type { FileFacts, Unread } from "../attachments.ts";
import { type UnreadTexts, unreadTextsIn } from "./unread-texts.ts";

/** Why a file could not be read, in a sentence for the model. */
export function noteUnread(because: Unread): string {
  return "text" in because ? because.text : tellUnread(because, "en");
}

/** Why a file could not be read, in a sentence for people. */
export function tellUnread(because: Unread, language: Language): string {
  const texts = unreadTextsIn(language);
  switch (because.code) {
    case "large": {
      const { file, bytes, most } = because;
      const name = nameIn(texts, file);
      return fillIn(texts.large, { name, size: inMegabytes(bytes), most: inMegabytes(most) });
    }
    case "files":
    case "attempts":
      return fillIn(texts[because.code], { most: because.most });
    case "budget":
      return language === "en" ? because.text : because.told;
    case "unreadable":
      return fillIn(texts.unreadable[because.why], { name: nameIn(texts, because.file) });
    default:
      return texts[because.code];
  }
}

function nameIn(
  { unnamed }: UnreadTexts,
  { name, kind }: Pick<FileFacts, "name" | "kind">,
): string {
  return name ?? fillIn(unnamed, { kind });
}

const MEGABYTE = 1024 * 1024;

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

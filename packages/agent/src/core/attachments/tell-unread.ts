import { fillIn, type Language } from "../../kernel/languages.ts";
import type { Unread } from "../attachments.ts";
import { unreadTextsIn } from "./unread-texts.ts";

/** Why a file could not be read, in a sentence. */
export function tellUnread(because: Unread, language: Language): string {
  const texts = unreadTextsIn(language);
  switch (because.code) {
    case "large": {
      const { file, bytes, most } = because;
      const name = file.name ?? fillIn(texts.unnamed, { kind: file.kind });
      return fillIn(texts.large, { name, size: inMegabytes(bytes), most: inMegabytes(most) });
    }
    case "files":
    case "attempts":
      return fillIn(texts[because.code], { most: because.most });
    case "budget":
      return language === "en" ? because.text : because.told;
    case "fault":
      return because.text;
    default:
      return texts[because.code];
  }
}

const MEGABYTE = 1024 * 1024;

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

import { decodeEntities } from "documents-to-text/decode-entities";
import { ANSWER_TAG } from "./html-tags.ts";

const EMOJI =
  /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*/gu;
const FLAG = /[\u{1F1E6}-\u{1F1FF}]{1,2}|[\u{E0020}-\u{E007F}]/gu;
const KEYCAP = /([\d#*])\uFE0F?\u20E3/gu;
const ADDRESS = /(?<![a-z\d])(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)[^\s<>"'`)\]}]+/gi;
/** An address, on the web or of a mailbox. */
const BRACKETED = /<([a-z][a-z\d+.-]{1,15}:[^\s<>]+|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/gi;
const ARROW = /\s-+>(?=\s)/g;
const NAMED = /!?\[([^[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g;

/**
 * Returns a line as it is spoken: no emphasis, links by their text, URLs by their host, no emoji. Any `<`
 * and `>` that are not markup stay: voices speak them.
 */
export function speakWords(line: string): string {
  const unmarked = line
    .replaceAll(/\[\^[^\]]+\]/g, "")
    .replaceAll(NAMED, (_link, name: string) => name)
    .replaceAll(BRACKETED, "$1")
    .replaceAll(ANSWER_TAG, " ")
    .replaceAll(ARROW, ",");
  return decodeEntities(unmarked)
    .replaceAll(/`+/g, "")
    .replaceAll(/\*\*|__|~~|\|\|/g, "")
    .replaceAll(/(?<![\p{L}\p{N}_*\\])[*_](?=\S)|(?<=[^\s\\])[*_](?![\p{L}\p{N}_*])/gu, "")
    .replaceAll(/\\([\\`*_{}[\]()#+.!|~>-])/g, "$1")
    .replaceAll(KEYCAP, "$1")
    .replaceAll(EMOJI, "")
    .replaceAll(FLAG, "")
    .replaceAll(ADDRESS, toHost)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[,.;:!?)])/g, "")
    .trim()
    .replace(/^[\s*_|~<>-]+$/, "");
}

/** `https://www.example.org/a?b=c.` → `example.org.` */
function toHost(address: string): string {
  const end = /[.,;:!?]+$/.exec(address)?.[0] ?? "";
  const rest = address.slice(0, address.length - end.length).replace(/^[a-z][a-z\d+.-]*:\/\//i, "");
  const authority = rest.split(/[/?#]/)[0] ?? "";
  const host =
    authority
      .split("@")
      .at(-1)
      ?.replace(/:\d+$/, "")
      .replace(/^www\./i, "") ?? "";
  return `${host}${end}`;
}

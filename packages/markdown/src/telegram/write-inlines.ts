import type { RenderOptions, TelegramFormat } from "./message.ts";
import { inlineText } from "../inline-text.ts";
import type { Inline, Link } from "../markdown.ts";
import { unseenAddress } from "../unseen-address.ts";
import type { Writer } from "./create-writer.ts";

const MAX_URL_UNITS = 2000;

/** Writes running text. */
export function writeInlines(
  writer: Writer,
  inlines: readonly Inline[],
  options: RenderOptions,
): void {
  for (const inline of inlines) writeInline(writer, inline, options);
}

const CODE: TelegramFormat = { type: "code" };

function writeInline(writer: Writer, inline: Inline, options: RenderOptions): void {
  switch (inline.type) {
    case "text":
    case "math":
      writer.write(inline.text);
      return;
    case "code":
      writer.code(CODE, inline.text);
      return;
    case "styled":
      writer.within({ type: inline.style }, () => writeInlines(writer, inline.children, options));
      return;
    case "link":
      writeLink(writer, inline, options);
  }
}

/** An address that can be seen is linked by Telegram itself, and hides no other one. */
function writeLink(writer: Writer, link: Link, options: RenderOptions): void {
  const writeWords = () => writeInlines(writer, link.children, options);
  const address = unseenAddress(link);
  const isHonest = !/:\/\/|\bwww\./i.test(inlineText(link.children));
  if (address !== undefined && options.links !== "plain" && isHonest && isLinkable(link.url)) {
    writer.within({ type: "text_link", url: link.url }, writeWords);
    return;
  }
  const start = writer.length();
  writeWords();
  if (address === undefined) return;
  writer.write(writer.length() === start ? address : ` (${address})`);
}

/**
 * Checks whether words can link to `url`. Telegram silently drops links to mail addresses and to hosts
 * without a dot; a URL with a user name before its host misleads people.
 */
function isLinkable(url: string): boolean {
  if (url.length > MAX_URL_UNITS || !/^(?:https?:\/\/|tg:\/\/)/i.test(url)) return false;
  const parsed = URL.parse(url);
  if (!parsed || parsed.username !== "") return false;
  return parsed.protocol === "tg:" || /\.|^\[/.test(parsed.hostname);
}

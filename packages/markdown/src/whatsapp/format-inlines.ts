import { inlineText } from "../inline-text.ts";
import type { Inline, Link, Style } from "../markdown.ts";
import { unseenAddress } from "../unseen-address.ts";
import { MAX_STYLED_UNITS } from "./find-styled.ts";

/**
 * Formats running text with WhatsApp's signs for styles. Signs work only around words and within one line,
 * and cannot be escaped, so a style that would show its signs is left out. URLs follow their words.
 */
export function formatInlines(inlines: readonly Inline[], around: Around = ALONE): string {
  let text = "";
  for (const [index, inline] of inlines.entries()) {
    const rest = inlineText(inlines.slice(index + 1, index + 3));
    const before = text === "" ? around.before : text.slice(-2);
    text += formatInline(inline, { ...around, before, after: rest === "" ? around.after : rest });
  }
  return text;
}

/** Surroundings of a piece of text, and the signs already in effect. */
interface Around {
  readonly before: string;
  readonly after: string;
  readonly signs: readonly string[];
}

const ALONE: Around = { before: "", after: "", signs: [] };

const SIGNS: Readonly<Partial<Record<Style, string>>> = {
  bold: "*",
  italic: "_",
  strikethrough: "~",
};

function formatInline(inline: Inline, around: Around): string {
  switch (inline.type) {
    case "text":
    case "math":
      return inline.text;
    case "code":
      return isCode(inline.text) ? `\`${inline.text}\`` : inline.text;
    case "styled":
      return formatStyled(inline.children, SIGNS[inline.style], around);
    case "link":
      return formatLink(inline, around);
  }
}

function formatStyled(
  children: readonly Inline[],
  sign: string | undefined,
  around: Around,
): string {
  const isApart = !/[\p{L}\p{N}]$/u.test(around.before) && !/^[\p{L}\p{N}]/u.test(around.after);
  if (sign === undefined || around.signs.includes(sign) || !isApart)
    return formatInlines(children, around);
  const inner = formatInlines(children, { ...ALONE, signs: [...around.signs, sign] });
  if (inner.includes(sign) || inner.length > MAX_STYLED_UNITS) return inner;
  return inner.replaceAll(/^([^\S\n]*)(\S(?:.*\S)?)/gm, `$1${sign}$2${sign}`);
}

function isCode(text: string): boolean {
  return text.trim() !== "" && !text.includes("`") && text.length <= MAX_STYLED_UNITS;
}

function formatLink(link: Link, around: Around): string {
  const address = unseenAddress(link);
  const words = formatInlines(
    link.children,
    address === undefined ? around : { ...around, after: "" },
  );
  if (address === undefined) return words;
  return words === "" ? address : `${words} (${address})`;
}

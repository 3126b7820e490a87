import { decodeEntities } from "documents-to-text/decode-entities";
import { BLOCK_MARKS } from "./block-marks.ts";
import { FORMAT_TAG } from "./html-tags.ts";
import { isTable } from "./is-table.ts";

/**
 * Checks whether an answer contains parts that cannot be spoken: a block of code, a command or an
 * expression, a formula, a comparison or other text in angle brackets, a table, a URL, or more than a few
 * names that would have to be spelled.
 */
export function isTextOnly(markdown: string): boolean {
  const lines = markdown.split("\n");
  if (lines.some((line, at) => FENCE.test(line) || isTable(lines, at))) return true;
  if (lines.some(hasAngles)) return true;
  if (WEB.test(markdown) || LATEX.test(markdown)) return true;
  const codes = [...markdown.matchAll(CODE)].map(([, , code = ""]) => code.trim());
  const addresses = markdown.match(ADDRESS)?.length ?? 0;
  return codes.some((code) => !NAME.test(code)) || codes.length + addresses > MAX_SPELLED;
}

/** Checks whether a line has a `<` or `>` that belongs to no quote mark, tag or URL. */
function hasAngles(line: string): boolean {
  const words = line.replace(BLOCK_MARKS, "").replaceAll(FORMAT_TAG, "").replaceAll(MAILBOX, "");
  return /[<>]/.test(decodeEntities(words));
}

const MAILBOX = /<(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,255}>/gi;

/** Maximum number of names and addresses that a listener can follow. */
const MAX_SPELLED = 3;

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]) +)?(?:`{3,}[^`]*$|~{3,})/;
const WEB = /\b[a-z][a-z\d+.-]{1,15}:\/\/\S|\bwww\.\S|\]\(\s*[^\s#)]|^ {0,3}\[[^\]\n]+\]:\s*\S/im;
const LATEX = /\$\$|\\[([]|\\[a-z]{2,20}\{/i;
const CODE = /(?<!`)(`{1,3})(?!`)([^\n]{0,400}?[^`\n])\1(?!`)/g;
/** Matches a word that can be spoken, such as the name of a file, a function or a key. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,23}$/u;
/** Matches the address of a mailbox or host. */
const ADDRESS =
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}|\b(?:[a-z\d-]{2,63}\.){1,8}(?:com|org|net|io|dev|app|info|[a-z]{2})\b/giu;

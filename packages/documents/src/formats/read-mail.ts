import { decodeText } from "../decode-text.ts";
import { writeHtml } from "./write-html.ts";
import type { Reading } from "../reading.ts";

/** Checks whether a text is an email as stored by programs. */
export function isMail({
  name,
  mediaType,
  text,
}: {
  readonly name: string;
  readonly mediaType?: string | undefined;
  readonly text: string;
}): boolean {
  const isCalled = mediaType === "message/rfc822" || /\.eml$/i.test(name);
  return isCalled && /^[\w-]{1,60}:/.test(text);
}

/** Email, or a part of one: its headers, and the content below them. */
interface Part {
  readonly headers: ReadonlyMap<string, string>;
  /** One character a byte. */
  readonly body: string;
}

const TOLD = ["From", "To", "Cc", "Date", "Subject"] as const;
/** Maximum depth of nested emails. */
const MAX_DEPTH = 8;
const MAX_PARTS = 200;

/** Writes sender, recipients, text, and attachment names of an email. */
export function formatMail(reading: Reading): void {
  writeWhole(parsePart(reading.data.toString("latin1")), reading, 0);
}

function writeWhole(mail: Part, reading: Reading, depth: number): void {
  const { draft } = reading;
  for (const name of TOLD) {
    const value = mail.headers.get(name.toLowerCase());
    if (value !== undefined) draft.write(`${name}: ${decodeWords(value)}\n`);
  }
  draft.write("\n");
  writePart(mail, reading, depth);
}

function writePart(part: Part, reading: Reading, depth: number): void {
  const { draft } = reading;
  const type = typeOf(part);
  const boundary = parameterOf(part.headers.get("content-type"), "boundary");
  if (draft.isFull) return;
  if (type.startsWith("multipart/") && boundary !== undefined) {
    if (depth === MAX_DEPTH) return;
    const parts = splitParts(part.body, boundary);
    for (const one of type === "multipart/alternative" ? plainest(parts) : parts)
      writePart(one, reading, depth + 1);
    return;
  }
  const disposition = part.headers.get("content-disposition") ?? "";
  const name =
    parameterOf(disposition, "filename") ?? parameterOf(part.headers.get("content-type"), "name");
  const isWords = /^text\/(?:plain|html|calendar)$/.test(type) && !/^attachment/i.test(disposition);
  draft.endLine();
  if (isWords) writeWords(part, type, reading);
  else if (type === "message/rfc822" && depth < MAX_DEPTH)
    writeWhole(parsePart(part.body), reading, depth + 1);
  else draft.write(`[Attached: ${name === undefined ? type : `${decodeWords(name)}, ${type}`}]\n`);
}

function writeWords(part: Part, type: string, { draft }: Reading): void {
  const text = decodeBody(part);
  if (type === "text/html") writeHtml(text, draft);
  else draft.write(text);
  draft.endLine();
}

/** Returns the simplest of several parts with the same content. */
function plainest(parts: readonly Part[]): readonly Part[] {
  const plain = parts.find((part) => typeOf(part) === "text/plain");
  return plain ? [plain] : parts.slice(-1);
}

function typeOf({ headers }: Part): string {
  const [type = ""] = (headers.get("content-type") ?? "text/plain").split(";");
  return type.trim().toLowerCase();
}

function parsePart(source: string): Part {
  const gap = /\r?\n\r?\n/.exec(source);
  const head = gap ? source.slice(0, gap.index) : source;
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: gap ? source.slice(gap.index + gap[0].length) : "" };
}

function splitParts(body: string, boundary: string): readonly Part[] {
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`);
  return parts
    .filter((part) => !part.startsWith("--"))
    .slice(0, MAX_PARTS)
    .map((part) => parsePart(part.replace(/^[^\n]*\n/, "")));
}

function parameterOf(header: string | undefined, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\*?=(?:"([^"]*)"|([^;\\s]*))`, "i").exec(header ?? "");
  return found?.[1] ?? found?.[2];
}

function decodeBody({ headers, body }: Part): string {
  const bytes = decodeTransfer(body, headers.get("content-transfer-encoding")?.toLowerCase());
  return decode(bytes, parameterOf(headers.get("content-type"), "charset"));
}

function decodeTransfer(body: string, encoding: string | undefined): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  return Buffer.from(encoding === "quoted-printable" ? unquote(body) : body, "latin1");
}

function unquote(text: string): string {
  return text
    .replaceAll(/=[ \t]*\r?\n/g, "")
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

/** Decodes bytes; an unknown charset is guessed. */
function decode(bytes: Buffer, charset: string | undefined): string {
  const known = CHARSETS.test(charset ?? "") ? charset : undefined;
  return known === undefined ? (decodeText(bytes) ?? "") : new TextDecoder(known).decode(bytes);
}

const CHARSETS =
  /^(?:utf-8|us-ascii|iso-8859-(?:[2-8]|1[0345]?|16)|windows-125[0-8]|koi8-[ru]|gb2312|gbk|gb18030|big5|shift_jis|iso-2022-jp|euc-(?:jp|kr))$/i;

/** `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` → `Grüße` */
function decodeWords(text: string): string {
  return Buffer.from(text, "latin1")
    .toString("utf8")
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(
      /=\?([\w-]{1,40})(?:\*\w+)?\?([bq])\?([^?]*)\?=/gi,
      (_, charset: string, kind: string, words: string) => {
        const quoted = kind.toLowerCase() === "q";
        const bytes = quoted
          ? Buffer.from(unquote(words.replaceAll("_", " ")), "latin1")
          : Buffer.from(words, "base64");
        return decode(bytes, charset);
      },
    );
}

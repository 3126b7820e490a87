import { decodeEntities } from "../../kernel/decode-entities.ts";
import { damaged, type Reading, refusal, tooMuch } from "./reading.ts";

/** What is told of an XML document while it is read. Names come without their prefix. */
export interface XmlListener {
  start?(name: string, attribute: (name: string) => string | undefined): void;
  end?(name: string): void;
  text?(text: string): void;
}

/** Nobody nests deeper. */
const MOST_DEPTH = 512;

/**
 * Reads XML once from its beginning, in time that grows with its length, and stops where the draft is full.
 * It knows five entities and no others: a document that defines its own is refused.
 */
export function readXml(source: Buffer, listener: XmlListener, reading: Reading): void {
  const xml = decodeXml(source);
  const open: string[] = [];
  let at = 0;
  const end = (name: string) => {
    if (open.pop() !== name) throw damaged(reading);
    listener.end?.(name);
  };
  while (at < xml.length && !reading.draft.isFull) {
    const tag = xml.indexOf("<", at);
    const text = xml.slice(at, tag === -1 ? undefined : tag);
    if (text !== "" && open.length > 0) listener.text?.(decodeEntities(text));
    if (tag === -1) break;
    const special = readSpecial(xml, tag, reading);
    if (special) {
      if (special.text !== "") listener.text?.(special.text);
      at = special.end;
      continue;
    }
    const close = findTagEnd(xml, tag) ?? refuseDamaged(reading);
    const inside = xml.slice(tag + 1, close);
    at = close + 1;
    if (inside.startsWith("/")) {
      end(localName(inside.slice(1).trimEnd()));
      continue;
    }
    const name = localName(/^[^\s/]+/.exec(inside)?.[0] ?? "");
    open.push(name);
    if (open.length > MOST_DEPTH) throw tooMuch(reading);
    listener.start?.(name, attributesOf(inside));
    if (inside.endsWith("/")) end(name);
  }
  if (open.length > 0 && !reading.draft.isFull) throw damaged(reading);
}

function refuseDamaged(reading: Reading): never {
  throw damaged(reading);
}

function decodeXml(source: Buffer): string {
  const [first, second] = source;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(source);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(source);
  return new TextDecoder().decode(source);
}

/** What begins with `<!` or `<?`; undefined where a tag begins. */
function readSpecial(
  xml: string,
  at: number,
  reading: Reading,
): { readonly text: string; readonly end: number } | undefined {
  if (xml.startsWith("<!--", at)) return skipTo(xml, "-->", { at, reading });
  if (xml.startsWith("<?", at)) return skipTo(xml, "?>", { at, reading });
  if (xml.startsWith("<![CDATA[", at)) {
    const { end } = skipTo(xml, "]]>", { at, reading });
    return { text: xml.slice(at + 9, end - 3), end };
  }
  if (!xml.startsWith("<!", at)) return undefined;
  const skipped = skipTo(xml, ">", { at, reading });
  if (xml.slice(at, skipped.end).includes("["))
    throw refusal(
      reading,
      "is not read: it defines words of its own, as files do that are made to do harm",
    );
  return skipped;
}

function skipTo(
  xml: string,
  mark: string,
  { at, reading }: { readonly at: number; readonly reading: Reading },
): { readonly text: ""; readonly end: number } {
  const found = xml.indexOf(mark, at);
  if (found === -1) throw damaged(reading);
  return { text: "", end: found + mark.length };
}

/** Where the tag that begins at `at` ends; a `>` in quotes does not count. */
function findTagEnd(xml: string, at: number): number | undefined {
  let quote = "";
  for (let index = at + 1; index < xml.length; index += 1) {
    const letter = xml.charAt(index);
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === ">") return index;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return undefined;
}

/** By the whole name, or by the part behind its prefix. */
function attributesOf(inside: string): (name: string) => string | undefined {
  let read: Map<string, string> | undefined;
  return (name) => {
    read ??= readAttributes(inside);
    return read.get(name);
  };
}

function readAttributes(inside: string): Map<string, string> {
  const read = new Map<string, string>();
  const found = inside.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  for (const [, key = "", double, single] of found) {
    const value = decodeEntities(double ?? single ?? "");
    if (!read.has(localName(key))) read.set(localName(key), value);
    read.set(key, value);
  }
  return read;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

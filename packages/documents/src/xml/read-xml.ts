import { decodeEntities } from "./decode-entities.ts";
import { damaged, type Reading, refusal, tooMuch } from "../reading.ts";

/** Receives events of an XML document while it is read. Names come without their prefix. */
export interface XmlListener {
  /**
   * `attribute` takes a name without its prefix; where two of a tag share it, the name with the last word of its
   * namespace, such as `relationships:id`.
   */
  start?(name: string, attribute: (name: string) => string | undefined): void;
  end?(name: string): void;
  text?(text: string): void;
}

/** Maximum nesting depth. */
const MAX_DEPTH = 512;

/**
 * Reads XML once from its beginning, in time that grows with its length, and stops where the draft is full.
 * It knows five entities and no others: a document that defines its own is refused.
 */
export function readXml(source: Buffer, listener: XmlListener, reading: Reading): void {
  const xml = decodeXml(source);
  const open: string[] = [];
  const spaces = new Map<string, string>();
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
    if (open.length > MAX_DEPTH) throw tooMuch(reading);
    noteSpaces(inside, spaces);
    listener.start?.(name, attributesOf(inside, spaces));
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

/** Reads markup that begins with `<!` or `<?`; undefined if a tag begins. */
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
    throw refusal(reading, "is not read: it defines its own entities, as malicious files do");
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

/** Returns the end of the tag that starts at `at`; a `>` in quotes does not count. */
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

/** Records prefixes with the last words of their namespaces; a prefix has one meaning throughout a document. */
function noteSpaces(inside: string, spaces: Map<string, string>): void {
  if (!inside.includes("xmlns:")) return;
  for (const [key, value] of listAttributes(inside))
    if (key.startsWith("xmlns:")) spaces.set(localName(key), value.split("/").at(-1) ?? "");
}

function attributesOf(
  inside: string,
  spaces: ReadonlyMap<string, string>,
): (name: string) => string | undefined {
  let read: Map<string, string> | undefined;
  return (name) => {
    read ??= readAttributes(inside, spaces);
    return read.get(name);
  };
}

/** One without a prefix goes before others of its name. */
function readAttributes(inside: string, spaces: ReadonlyMap<string, string>): Map<string, string> {
  const read = new Map<string, string>();
  for (const [key, value] of listAttributes(inside)) {
    const name = localName(key);
    const prefix = key.slice(0, -name.length - 1);
    if (name === key || !read.has(name)) read.set(name, value);
    if (name !== key) read.set(`${spaces.get(prefix) ?? prefix}:${name}`, value);
  }
  return read;
}

function* listAttributes(inside: string): Generator<readonly [key: string, value: string]> {
  const found = inside.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  for (const [, key = "", double, single] of found)
    yield [key, decodeEntities(double ?? single ?? "")];
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

import { type Reading, tooMuch } from "../reading.ts";

interface Group {
  /** Whether its content is not text. */
  isHidden: boolean;
  /** Number of characters after a `\u` for programs that do not support it. */
  fallback: number;
}

/** Maximum nesting depth. */
const MAX_DEPTH = 2_000;

/** Groups that contain tables and images instead of text. */
const HIDDEN: ReadonlySet<string> = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "themedata",
  "datastore",
  "latentstyles",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "xmlnstbl",
  "fldinst",
  "bkmkstart",
  "bkmkend",
]);

const WORDS: ReadonlyMap<string, string> = new Map([
  ["par", "\n"],
  ["line", "\n"],
  ["sect", "\n"],
  ["page", "\n"],
  ["row", "\n"],
  ["tab", "\t"],
  ["cell", "\t"],
  ["nestcell", "\t"],
  ["emdash", "—"],
  ["endash", "–"],
  ["lquote", "‘"],
  ["rquote", "’"],
  ["ldblquote", "“"],
  ["rdblquote", "”"],
  ["bullet", "•"],
]);

/** A word of the format, an escaped byte or sign, a brace, a new line, or text. */
const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/giy;

/** Writes the text of an RTF file, in the encoding that it names. */
export function readRtf(reading: Reading): void {
  const { data, draft } = reading;
  const source = data.toString("latin1");
  const page = /\\ansicpg(\d{3,5})/.exec(source.slice(0, 2_000))?.[1] ?? "1252";
  const decoder = decoderOf(page);
  const groups: Group[] = [];
  let group: Group = { isHidden: false, fallback: 1 };
  let skip = 0;
  const write = (text: string) => {
    const kept = text.slice(skip);
    skip = Math.max(0, skip - text.length);
    if (!group.isHidden) draft.write(kept);
  };

  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token && !draft.isFull; token = TOKEN.exec(source)) {
    const [whole, word, number, hex, sign, brace] = token;
    if (brace === "{") {
      groups.push({ ...group });
      if (groups.length > MAX_DEPTH) throw tooMuch(reading);
    } else if (brace === "}") {
      group = groups.pop() ?? group;
      if (groups.length === 0) return;
    } else if (word !== undefined) {
      const value = Number(number ?? 1);
      if (word === "u") {
        skip = 0;
        write(String.fromCharCode(value & 0xffff));
        skip = group.fallback;
      } else if (word === "uc") group.fallback = Math.max(0, Math.min(10, value));
      else if (word === "bin") TOKEN.lastIndex += Math.max(0, value);
      else if (HIDDEN.has(word)) group.isHidden = true;
      else write(WORDS.get(word) ?? "");
    } else if (hex !== undefined)
      write(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16)), { stream: true }));
    else if (sign === "*") group.isHidden = true;
    else if (sign === "~") write(" ");
    else if (sign !== undefined && "\\{}_-".includes(sign)) write(sign === "-" ? "" : sign);
    else if (sign === undefined && !/^[\r\n]/.test(whole)) write(whole);
  }
}

/** Undefined pages are read as Latin; a page of Asia has characters of two bytes. */
function decoderOf(page: string): InstanceType<typeof TextDecoder> {
  const known: ReadonlyMap<string, string> = new Map([
    ["932", "shift_jis"],
    ["936", "gbk"],
    ["949", "euc-kr"],
    ["950", "big5"],
    ["65001", "utf-8"],
  ]);
  const name = /^125[0-8]$/.test(page) ? `windows-${page}` : known.get(page);
  return new TextDecoder(name ?? "windows-1252");
}

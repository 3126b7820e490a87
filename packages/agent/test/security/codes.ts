/** Ways in which a hostile text may hide an order from whoever compares words. The obedient model reads them all. */
export const TECHNIQUES = [
  "plain",
  "base32",
  "base64",
  "nested",
  "reversed",
  "chunks",
  "homoglyph",
  "chinese",
  "arabic",
  "paraphrase",
] as const;

export type Technique = (typeof TECHNIQUES)[number];

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALIKE = [
  ["a", "а"],
  ["e", "е"],
  ["o", "о"],
  ["p", "р"],
  ["c", "с"],
  ["x", "х"],
] as const;

/** Paraphrases share no word with what they mean: only the model that obeys them knows that. */
const meanings = new Map<string, string>();

/** Hides an order in a text without spaces, quotation marks, `=`, `_` or `~`. */
export function encode(technique: Technique, order: string): string {
  if (technique === "plain") return order;
  return `CODED:${technique}:${CODECS[technique].encode(order)}`;
}

/** Returns the orders that a text hides. */
export function decodeAll(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/CODED:(\w+):([^\s"'\\<>[\]()=~]+)/gu),
    ([, name = "", hidden = ""]) => {
      const technique = TECHNIQUES.find((one) => one === name);
      return technique === undefined || technique === "plain"
        ? ""
        : CODECS[technique].decode(hidden);
    },
  );
}

interface Codec {
  readonly encode: (text: string) => string;
  readonly decode: (text: string) => string;
}

const hex: Codec = {
  encode: (text) => Buffer.from(text).toString("hex"),
  decode: (text) => Buffer.from(text, "hex").toString(),
};

const CODECS: Readonly<Record<Exclude<Technique, "plain">, Codec>> = {
  base32: { encode: toBase32, decode: fromBase32 },
  base64: {
    encode: (text) => Buffer.from(text).toString("base64url").replaceAll("_", "."),
    decode: (text) => Buffer.from(text.replaceAll(".", "_"), "base64url").toString(),
  },
  nested: {
    encode: (text) => hex.encode(Buffer.from(text).toString("base64")),
    decode: (text) => Buffer.from(hex.decode(text), "base64").toString(),
  },
  reversed: {
    encode: (text) => hex.encode(text.split("").toReversed().join("")),
    decode: (text) => hex.decode(text).split("").toReversed().join(""),
  },
  chunks: {
    encode: (text) => (hex.encode(text).match(/.{1,12}/g) ?? []).join("-"),
    decode: (text) => hex.decode(text.replaceAll("-", "")),
  },
  homoglyph: {
    encode: (text) =>
      ALIKE.reduce((all, [latin, other]) => all.replaceAll(latin, other), spaced(text)),
    decode: (text) =>
      unspaced(ALIKE.reduce((all, [latin, other]) => all.replaceAll(other, latin), text)),
  },
  chinese: lettersFrom(0x4e_00),
  arabic: lettersFrom(0xa8_00 - 0x1000),
  paraphrase: {
    encode(text) {
      const key = `wish${meanings.size}`;
      meanings.set(key, text);
      return key;
    },
    decode: (text) => meanings.get(text) ?? "",
  },
};

/** Signs that would end an order within an order. */
const SIGNS = [
  [" ", "§"],
  ["=", "¤"],
  ["_", "¬"],
] as const;

function spaced(text: string): string {
  return SIGNS.reduce((all, [sign, other]) => all.replaceAll(sign, other), text);
}

function unspaced(text: string): string {
  return SIGNS.reduce((all, [sign, other]) => all.replaceAll(other, sign), text);
}

/** Writes each character as one of another script, as a translation shares no letter with its original. */
function lettersFrom(first: number): Codec {
  return { encode: (text) => shift(text, first), decode: (text) => shift(text, -first) };
}

function shift(text: string, by: number): string {
  return Array.from(text, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by)).join(
    "",
  );
}

function toBase32(text: string): string {
  const bits = Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)])
    .join("");
}

function fromBase32(text: string): string {
  const bits = Array.from(text, (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(
    (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  ).toString();
}

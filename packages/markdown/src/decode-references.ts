/** Puts characters in the place of HTML's references to them; those it does not know stay. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    REFERENCE,
    (whole, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      const code = decimal === undefined ? parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return isCharacter(code) ? String.fromCodePoint(code) : whole;
    },
  );
}

const REFERENCE = /&(?:([a-z]{2,8})|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["hellip", "…"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["bull", "•"],
  ["middot", "·"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["deg", "°"],
  ["times", "×"],
  ["euro", "€"],
  ["rarr", "→"],
  ["larr", "←"],
]);

/** Checks whether a text may contain this character: `cleanText` has run before. */
function isCharacter(code: number): boolean {
  if (code < 0x20 || (code >= 0xd800 && code < 0xe000) || code > 0x10_ffff) return code === 10;
  return code < 0x2028 || code > 0x202e;
}

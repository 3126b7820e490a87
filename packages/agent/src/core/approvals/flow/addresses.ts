import { memoizeWeak } from "../../../kernel/memoize-weak.ts";
import { normalize } from "./plain-text.ts";

/** A link in a text. */
export interface Link {
  /** As `canonicalOf` writes it. */
  readonly address: string;
  /** The text of the link, normalized; empty if it has none. */
  readonly title: string;
}

/** Returns an address as it leaves the machine: parsed by the WHATWG rules, without fragment. */
export function canonicalOf(address: string): string | undefined {
  const written = address.trim();
  const url = URL.parse(written) ?? URL.parse(`https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return url.href;
}

/** Returns the different links of a text, in their order. */
export const linksIn: (text: { readonly text: string }) => readonly Link[] = memoizeWeak(
  ({ text }) => {
    const links = Array.from(text.matchAll(LINK), (match): Link | undefined => {
      const { title = "", marked, named = "", bracketed, plain, bare } = match.groups ?? {};
      const written = marked ?? bracketed ?? plain ?? bare ?? "";
      const address = canonicalOf(written.replace(/[.,;:!?'"*_]+$/, ""));
      return address === undefined ? undefined : { address, title: normalize(title || named) };
    }).filter((link) => link !== undefined);
    return [...new Map(links.map((link) => [link.address, link])).values()];
  },
);

const ADDRESS = "https?://[^\\s<>\"'`)\\]，。、；：！？（）「」]+";

const LINK = new RegExp(
  [
    `\\[(?<title>[^\\]\\n]{1,300})\\]\\(<?(?<marked>${ADDRESS})`,
    `(?<named>[\\p{L}\\p{N}][^\\n·;|()[\\]]{0,100}?)\\s*\\((?<bracketed>${ADDRESS})\\)`,
    `(?<plain>${ADDRESS})`,
    "(?<![\\p{L}\\p{N}@/._-])(?<bare>(?:\\d{1,3}(?:\\.\\d{1,3}){3}|(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+\\p{L}{2,})(?:/[^\\s<>\"'`)\\]]*)?)",
  ].join("|"),
  "giu",
);

import { escapeHtml, type HtmlDialect } from "../html/dialect.ts";
import { unseenAddress } from "../unseen-address.ts";

/** Text that clients take for a web address, also without a scheme; no part of a mail address. */
const ADDRESS =
  /(?<![\p{L}\p{N}@/.-])(?:(?:https?:\/\/|www\.)[^\s<]+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:][^\s<]*)?(?![\p{L}\p{N}@]))/gu;

/**
 * HTML that Matrix clients show (Client-Server API, m.room.message msgtypes). Clients load previews of
 * links, but not of URLs in code, so a URL follows its words as code.
 */
export const MATRIX_HTML: HtmlDialect = {
  styles: {
    bold: ["<strong>", "</strong>"],
    italic: ["<em>", "</em>"],
    underline: ["<u>", "</u>"],
    strikethrough: ["<del>", "</del>"],
    spoiler: ["<span data-mx-spoiler>", "</span>"],
  },
  text: (text) =>
    text.replaceAll(ADDRESS, (address) => {
      const [end = ""] = /[.,;:!?)\]]*$/.exec(address) ?? [];
      return `<code>${address.slice(0, address.length - end.length)}</code>${end}`;
    }),
  formula({ latex, isDisplay }) {
    const tag = isDisplay ? "div" : "span";
    return `<${tag} data-mx-maths="${latex.replaceAll('"', "&quot;")}"><code>${latex}</code></${tag}>`;
  },
  box: (isDone) => (isDone ? "☑ " : "☐ "),
  link(link, words) {
    const address = unseenAddress(link);
    if (address === undefined) return words;
    const code = `<code>${escapeHtml(address)}</code>`;
    return words === "" ? code : `${words} (${code})`;
  },
  table: "<table>",
  align: () => "",
};

import { escapeHtml, type HtmlDialect } from "../html/dialect.ts";
import { unseenAddress } from "../unseen-address.ts";

/** HTML that Telegram accepts in rich messages. It contains no links: a URL follows its words. */
export const TELEGRAM_HTML: HtmlDialect = {
  styles: {
    bold: ["<b>", "</b>"],
    italic: ["<i>", "</i>"],
    underline: ["<u>", "</u>"],
    strikethrough: ["<s>", "</s>"],
    spoiler: ["<tg-spoiler>", "</tg-spoiler>"],
  },
  text: (text) => text,
  formula: ({ latex, isDisplay }) =>
    isDisplay ? `<tg-math-block>${latex}</tg-math-block>` : `<tg-math>${latex}</tg-math>`,
  box: (isDone) => (isDone ? '<input type="checkbox" checked>' : '<input type="checkbox">'),
  link(link, words) {
    const address = unseenAddress(link);
    if (address === undefined) return words;
    return words === "" ? escapeHtml(address) : `${words} (${escapeHtml(address)})`;
  },
  table: "<table bordered striped>",
  align: (align) => ` align="${align}"`,
};

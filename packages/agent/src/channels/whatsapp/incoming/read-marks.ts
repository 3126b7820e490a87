import type { RichEntity, RichStyle, RichText } from "../../kit/rich-text.ts";

const STYLES: Readonly<Record<string, RichStyle>> = {
  "*": "bold",
  _: "italic",
  "~": "strikethrough",
};

/**
 * Code, or words in a style. Styles end with their line, have white space or punctuation around them, and
 * neither begin nor end in an address or a path.
 */
const MARKED =
  /(?<![\p{L}\p{N}])(?:```([^]{1,4096}?)```|`(?=\S)(.{0,999}?\S)`)(?![\p{L}\p{N}])|(?<=^|[\s(¿¡“„«—–])([*_~])(?=\S)(?!\S*\/)((?:(?!\3).){1,1000})(?<=\S)\3(?=[.,;:!?…)”»—–]*(?:\s|$))(?<!\/\S*)/gu;

/** Reads the signs with which WhatsApp formats a text. Quotes and lists look the same in Markdown. */
export function readMarks(source: string): RichText {
  const entities: RichEntity[] = [];
  let text = "";
  let at = 0;
  for (const {
    index,
    0: whole,
    1: block,
    2: code = "",
    3: sign = "",
    4: words = "",
  } of source.matchAll(MARKED)) {
    text += source.slice(at, index);
    const offset = text.length;
    const style = STYLES[sign];
    const inner = style ? readMarks(words) : undefined;
    const shown = inner?.text ?? block?.replaceAll(/^\n|\n$/g, "") ?? code;
    const type = style ?? (block?.includes("\n") ? "pre" : "code");
    text += shown;
    entities.push({ type, offset, length: shown.length });
    for (const one of inner?.entities ?? []) entities.push({ ...one, offset: one.offset + offset });
    at = index + whole.length;
  }
  return { text: text + source.slice(at), entities };
}

import { hasCommandForm } from "./is-command.ts";

/** Style of a word in a text. */
export type RichStyle = "bold" | "italic" | "underline" | "strikethrough" | "spoiler";

/** Format of a part of a message. A mention of an account without a name of its own is a link to it. */
export type RichFormat =
  | { readonly type: RichStyle | "code" | "quote" }
  | { readonly type: "pre"; readonly language?: string | undefined }
  | { readonly type: "link"; readonly url: string };

/** A format and where it holds, in UTF-16 code units. */
export type RichEntity = RichFormat & { readonly offset: number; readonly length: number };

/** A message as people see it. Emojis that a platform has of its own are their names or standard emojis. */
export interface RichText {
  readonly text: string;
  /** Entities in any order. Those inside of others end with them. */
  readonly entities: readonly RichEntity[];
}

/** Writes a message in Markdown. What its sender has typed stays as it is, so that Markdown can be typed, too. */
export function toMarkdown(rich: RichText): string {
  const { text } = rich;
  const meant = rich.entities.filter((one) => isMeant(one, text));
  if (meant.length === 0) return text;
  const inOrder = meant.toSorted(
    (one, other) => one.offset - other.offset || other.length - one.length,
  );
  return write(text, inOrder, [0, text.length]);
}

/**
 * Returns whether a format says more than the text. One that holds for all of it does not, as in a code that
 * was copied from a message; and commands are no prose.
 */
function isMeant({ type, offset, length }: RichEntity, text: string): boolean {
  if (text.slice(offset, offset + length).trim() === "") return false;
  if (type === "link") return true;
  if (hasCommandForm(text)) return false;
  if (type === "pre" || type === "quote") return true;
  return text.slice(0, offset).trim() !== "" || text.slice(offset + length).trim() !== "";
}

type Range = readonly [from: number, to: number];

function write(text: string, entities: readonly RichEntity[], [from, to]: Range): string {
  let markdown = "";
  let at = from;
  let next = 0;
  for (const [index, entity] of entities.entries()) {
    if (index < next) continue;
    const end = Math.min(entity.offset + entity.length, to);
    next = index + 1;
    while ((entities[next]?.offset ?? end) < end) next += 1;
    const inside = entities.slice(index + 1, next).filter(({ type }) => type !== entity.type);
    markdown += text.slice(at, entity.offset);
    const isLine = entity.type === "pre" || entity.type === "quote";
    if (isLine && markdown !== "" && !markdown.endsWith("\n")) markdown = `${markdown.trimEnd()}\n`;
    const isExact = entity.type === "pre" || entity.type === "code";
    const words: Range = [entity.offset, end];
    markdown += writeFormat(entity, isExact ? text.slice(...words) : write(text, inside, words));
    if (isLine && end < to && text[end] !== "\n") markdown += "\n";
    at = end;
  }
  return markdown + text.slice(at, to);
}

const SIGNS: Readonly<Record<RichStyle, readonly [string, string]>> = {
  bold: ["**", "**"],
  italic: ["*", "*"],
  underline: ["<u>", "</u>"],
  strikethrough: ["~~", "~~"],
  spoiler: ["||", "||"],
};

/** Writes words in a format. The words are Markdown, but not those of code. */
export function writeFormat(format: RichFormat, words: string): string {
  switch (format.type) {
    case "pre":
      return `${fenceFor(words)}${format.language ?? ""}\n${words.replace(/\n$/, "")}\n${fenceFor(words)}`;
    case "code":
      return words.includes("`") ? `\`\` ${words} \`\`` : `\`${words}\``;
    case "quote":
      return words.trimEnd().replaceAll(/^/gm, "> ");
    case "link":
      return writeLink(format.url, words);
    default: {
      // A style ends with its line, and holds no white space at its ends.
      const [open, close] = SIGNS[format.type];
      return words.replaceAll(/^([^\S\n]*)(\S(?:.*\S)?)/gm, `$1${open}$2${close}`);
    }
  }
}

function fenceFor(code: string): string {
  return code.includes("```") ? "````" : "```";
}

function writeLink(url: string, words: string): string {
  if (words.trim() === url) return words;
  const target = /[\s()<>]/.test(url) ? `<${url.replaceAll(/[\s<>]/g, encodeURIComponent)}>` : url;
  return `[${words.replaceAll(/[[\]]/g, String.raw`\$&`).replaceAll("\n", " ")}](${target})`;
}

import { isVisible } from "../is-visible.ts";
import type { Block } from "../markdown.ts";
import { packBlocks, type Packing } from "../pack-blocks.ts";
import { parseMarkdown } from "../parse-markdown.ts";
import {
  MAX_MESSAGE_ENTITIES,
  MAX_MESSAGE_UNITS,
  type RenderMarkdown,
  type TelegramPart,
  type TelegramText,
} from "./message.ts";
import { clipText } from "./clip-text.ts";
import { codeFile } from "./code-file.ts";
import { createWriter } from "./create-writer.ts";
import { splitText } from "./split-text.ts";
import { type CodeBlock, writeBlocks } from "./write-blocks.ts";

/** Renders answers with entities that Telegram takes as they are. */
export const renderMarkdown: RenderMarkdown = (markdown, options = {}) => {
  const files = new Map<CodeBlock, TelegramPart>();
  const format = (block: Block, max: number): readonly TelegramPart[] => {
    const writer = createWriter();
    const taken: TakenCode[] = [];
    const takeCode = (code: CodeBlock) => {
      if (options.longCode === "split" || code.text.length <= MAX_CODE_UNITS) return false;
      const file = files.get(code) ?? codeFile(code, files.size + 1);
      files.set(code, file);
      taken.push({ at: writer.length(), file });
      return true;
    };
    writeBlocks(writer, [block], { ...options, takeCode });
    return partsOf(writer.finish(), taken, max);
  };
  const blocks = [markdown].flat().flatMap(parseMarkdown);
  return packBlocks(blocks, { max: MAX_MESSAGE_UNITS, measure, format, join }).map(trim);
};

/** Maximum length of code that fits into one message together with its text. */
const MAX_CODE_UNITS = 3500;

/** Code that is not in the text, and where it would have been. */
interface TakenCode {
  readonly at: number;
  readonly file: TelegramPart;
}

function partsOf(
  whole: TelegramText,
  taken: readonly TakenCode[],
  max: number,
): readonly TelegramPart[] {
  if (taken.length === 0 && whole.text.length <= max && fits(whole))
    return isVisible(whole.text) ? [{ type: "text", ...whole }] : [];
  const ends = [...taken.map(({ at }) => at), whole.text.length];
  return ends.flatMap((end, index): readonly TelegramPart[] => {
    const before = clipText(whole, [ends[index - 1] ?? 0, end]);
    const texts = splitText(before, max).map((text) => ({ type: "text" as const, ...text }));
    const file = taken[index]?.file;
    return file === undefined ? texts : [...texts, file];
  });
}

const measure: Packing<TelegramPart>["measure"] = ({ text }) => text.length;

function fits({ text, entities }: TelegramText): boolean {
  return text.length <= MAX_MESSAGE_UNITS && entities.length <= MAX_MESSAGE_ENTITIES;
}

const join: Packing<TelegramPart>["join"] = (one, next, below) => {
  if (one.type === "file" || next.type === "file") return undefined;
  const [{ length: has }] = /\n*$/.exec(one.text) ?? [""];
  const before = one.text + "\n".repeat(Math.max(0, (below === "heading" ? 1 : 2) - has));
  const moved = next.entities.map((entity) => ({
    ...entity,
    offset: entity.offset + before.length,
  }));
  const joined = { text: before + next.text, entities: [...one.entities, ...moved] };
  return fits(joined) ? { type: "text", ...joined } : undefined;
};

/** Removes the white space at the ends of a message, which may be the indentation of code until then. */
function trim(part: TelegramPart): TelegramPart {
  return part.type === "file" ? part : { type: "text", ...clipText(part, [0, part.text.length]) };
}

import { parseMarkdown } from "../parse-markdown.ts";
import type { RenderMarkdown, TelegramPart, TelegramText } from "./message.ts";
import { clipText } from "./clip-text.ts";
import { codeFile } from "./code-file.ts";
import { createWriter } from "./create-writer.ts";
import { splitText } from "./split-text.ts";
import { type CodeBlock, writeBlocks } from "./write-blocks.ts";

/** Renders an answer with entities that Telegram takes as they are. */
export const renderMarkdown: RenderMarkdown = (markdown, options = {}) => {
  const writer = createWriter();
  const taken: TakenCode[] = [];
  const takeCode = (code: CodeBlock) => {
    if (options.longCode === "split" || code.text.length <= MAX_CODE_UNITS) return false;
    taken.push({ at: writer.length(), code });
    return true;
  };
  writeBlocks(writer, parseMarkdown(markdown), { ...options, takeCode });
  return joinParts(writer.finish(), taken);
};

/** Maximum length of code that fits into one message together with its text. */
const MAX_CODE_UNITS = 3500;

/** Code that is not in the text, and where it would have been. */
interface TakenCode {
  readonly at: number;
  readonly code: CodeBlock;
}

function joinParts(whole: TelegramText, taken: readonly TakenCode[]): readonly TelegramPart[] {
  const parts: TelegramPart[] = [];
  let from = 0;
  for (const [index, { at, code }] of taken.entries()) {
    parts.push(...textParts(clipText(whole, [from, at])), codeFile(code, index + 1));
    from = at;
  }
  return [...parts, ...textParts(clipText(whole, [from, whole.text.length]))];
}

function textParts(text: TelegramText): readonly TelegramPart[] {
  return splitText(text).map((part) => ({ type: "text", ...part }));
}

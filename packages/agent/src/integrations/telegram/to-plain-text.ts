import { parseMarkdown } from "../markdown/parse-markdown.ts";
import { createWriter } from "./create-writer.ts";
import { writeBlocks } from "./write-blocks.ts";

/**
 * What an answer in Markdown says, without any entity: for where Telegram refuses those, or
 * words are all there is. It may be too long for one message.
 */
export function toPlainText(markdown: string): string {
  const writer = createWriter();
  const blocks = parseMarkdown(markdown);
  writeBlocks(writer, blocks, { links: "plain", takeCode: () => false });
  return writer.finish().text.trim();
}

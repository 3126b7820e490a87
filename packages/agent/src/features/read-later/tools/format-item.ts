import type { ReadingItem } from "@reeve/operations/memory/read-later";
import { truncate } from "../../../kernel/text/truncate.ts";

/** So much tells what it is. */
const MAX_CHARS = 500;

/** Something to read as the model reads it; long texts are cut. */
export function formatItem({ id, url, title, summary, text, tags, status }: ReadingItem) {
  return {
    id,
    title,
    ...(url !== undefined && { url }),
    ...(summary !== undefined && { summary }),
    ...(text !== undefined && { text: truncate(text, MAX_CHARS) }),
    ...(tags.length > 0 && { tags }),
    status,
  };
}

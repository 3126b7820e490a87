import type { ReadingItem } from "@reeve/sdk";

/** So much tells what it is. */
const MAX_CHARS = 500;

/** Something to read as the model reads it; long texts are cut. */
export function tellItem({ id, url, title, summary, text, tags, status }: ReadingItem) {
  return {
    id,
    title,
    ...(url !== undefined && { url }),
    ...(summary !== undefined && { summary }),
    ...(text !== undefined && { text: cut(text) }),
    ...(tags.length > 0 && { tags }),
    status,
  };
}

function cut(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}…`;
}

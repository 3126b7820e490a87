import type { Range } from "../split-ranges.ts";
import type { TelegramEntity, TelegramText } from "./message.ts";

/** Returns a range without the white space at its ends. */
function trimmedRange(text: string, [from, to]: Range): Range {
  const piece = text.slice(from, to);
  const start = from + piece.length - piece.trimStart().length;
  return [start, Math.max(start, from + piece.trimEnd().length)];
}

/** Returns the text within a range, without white space at its ends; cuts entities that cross an end. */
export function clipText({ text, entities }: TelegramText, range: Range): TelegramText {
  const [from, to] = trimmedRange(text, range);
  const clipped = entities.flatMap((entity) => {
    const start = Math.max(entity.offset, from);
    const end = Math.min(entity.offset + entity.length, to);
    if (start >= end) return [];
    const [first, last] = trimmedRange(text, [start, end]);
    if (first === last) return [];
    if (isCode(entity)) return [{ ...entity, offset: start - from, length: end - start }];
    return [{ ...entity, offset: first - from, length: last - first }];
  });
  return { text: text.slice(from, to), entities: clipped };
}

/** Spaces at the edges of code belong to it. */
function isCode({ type }: TelegramEntity): boolean {
  return type === "code" || type === "pre";
}

import { isVisible } from "../is-visible.ts";
import { MAX_MESSAGE_ENTITIES, MAX_MESSAGE_UNITS, type TelegramText } from "./message.ts";
import { clipText, type Range } from "./clip-text.ts";
import { findCut } from "./find-cut.ts";

/**
 * Makes of a text those that fit into messages, in order, and leaves out what would show
 * nothing. Entities go on over a cut.
 */
export function splitText(whole: TelegramText): readonly TelegramText[] {
  const parts: TelegramText[] = [];
  let from = 0;
  while (from < whole.text.length) {
    const to = endOf(whole, from);
    const part = clipText(whole, [from, to]);
    if (isVisible(part.text)) parts.push(part);
    from = to;
  }
  return parts;
}

function endOf(whole: TelegramText, from: number): number {
  const limit = Math.min(from + MAX_MESSAGE_UNITS, whole.text.length);
  const inside = whole.entities.filter(
    ({ offset, length }) => offset < limit && offset + length > from,
  );
  const range: Range = [from, Math.min(limit, inside[MAX_MESSAGE_ENTITIES]?.offset ?? limit)];
  return range[1] === whole.text.length ? range[1] : findCut({ ...whole, entities: inside }, range);
}

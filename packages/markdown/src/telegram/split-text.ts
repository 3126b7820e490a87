import { isVisible } from "../is-visible.ts";
import { type Range, splitRanges } from "../split-ranges.ts";
import { clipText } from "./clip-text.ts";
import { MAX_MESSAGE_ENTITIES, MAX_MESSAGE_UNITS, type TelegramText } from "./message.ts";

/**
 * Makes of a text those of at most `max` units that fit into messages, in order, and leaves out what would
 * show nothing. Entities go on over a cut.
 */
export function splitText(
  whole: TelegramText,
  max: number = MAX_MESSAGE_UNITS,
): readonly TelegramText[] {
  const inside = ([from, end]: Range) =>
    whole.entities.filter(({ offset, length }) => offset < end && offset + length > from);
  const ranges = splitRanges(whole.text, {
    max,
    limitEnd: (range) =>
      Math.min(range[1], inside(range)[MAX_MESSAGE_ENTITIES]?.offset ?? range[1]),
    blocksIn: (range) =>
      inside(range).flatMap(({ type, offset, length }) =>
        type === "pre" ? [[offset, offset + length] as const] : [],
      ),
  });
  return ranges.map((range) => clipText(whole, range)).filter(({ text }) => isVisible(text));
}

/** Makes messages of a text as it is. */
export function renderPlain(text: string): readonly TelegramText[] {
  return splitText({ text, entities: [] });
}

import type { TelegramEntity, TelegramText } from "../message.ts";

/** Formats a text with its entities as tags, so that people can read their positions. */
export function toTags({ text, entities }: TelegramText): string {
  const units = [...text.split(""), ""];
  const before = (at: number) => entities.filter(({ offset }) => offset === at).map(opening);
  const behind = (at: number) =>
    entities.filter(({ offset, length }) => offset + length === at).map(closing);
  return units
    .map((unit, at) => [...behind(at).toReversed(), ...before(at), unit].join(""))
    .join("");
}

const TAGS: Readonly<Partial<Record<TelegramEntity["type"], string>>> = {
  bold: "b",
  italic: "i",
  strikethrough: "s",
};

function opening({ type }: TelegramEntity): string {
  return `<${TAGS[type] ?? type}>`;
}

function closing({ type }: TelegramEntity): string {
  return `</${TAGS[type] ?? type}>`;
}

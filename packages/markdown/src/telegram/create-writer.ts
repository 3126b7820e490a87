import type { TelegramEntity, TelegramFormat, TelegramText } from "./message.ts";

/** Collects a text and its entities so that they keep to Telegram's rules of nesting. */
export interface Writer {
  write(text: string): void;
  /**
   * Applies this format to everything that `body` writes. Nested quotes and links are already in effect, so
   * they are not opened twice.
   */
  within(format: TelegramFormat, body: () => void): void;
  /**
   * Writes code: formats that are open end before it and go on behind it, except quotes. In
   * a link code is plain text, so that the link stays whole.
   */
  code(format: TelegramFormat, text: string): void;
  /** Ends the line, and leaves lines free until there are `newlines`; not at the very beginning. */
  gap(newlines: number): void;
  /** Returns the number of UTF-16 code units written. */
  length(): number;
  /** Returns the text written: entities sorted, white space at the ends unchanged. */
  finish(): TelegramText;
}

interface Open {
  readonly format: TelegramFormat;
  start: number;
}

export function createWriter(): Writer {
  let text = "";
  const open: Open[] = [];
  const entities: TelegramEntity[] = [];

  const close = ({ format, start }: Open) => {
    const length = text.length - start;
    if (length > 0) entities.push({ ...format, offset: start, length });
  };

  return {
    write(more) {
      text += more;
    },
    within(format, body) {
      if (open.some((outer) => familyOf(outer.format) === familyOf(format))) return body();
      const opened = { format, start: text.length };
      open.push(opened);
      body();
      open.pop();
      close(opened);
    },
    code(format, code) {
      const isTapped = open.some((outer) => outer.format.type === "text_link");
      const cut = isTapped ? [] : open.filter((outer) => familyOf(outer.format) !== "quote");
      cut.forEach(close);
      const start = text.length;
      text += code;
      if (!isTapped && code !== "")
        entities.push({ ...format, offset: start, length: code.length });
      for (const outer of cut) outer.start = text.length;
    },
    gap(newlines) {
      if (text === "") return;
      let has = 0;
      while (has < newlines && text.at(-1 - has) === "\n") has++;
      text += "\n".repeat(newlines - has);
    },
    length: () => text.length,
    finish: () => ({ text, entities: entities.toSorted(inOrder) }),
  };
}

function familyOf({ type }: TelegramFormat): string {
  return type === "expandable_blockquote" || type === "blockquote" ? "quote" : type;
}

function inOrder(one: TelegramEntity, other: TelegramEntity): number {
  return one.offset - other.offset || other.length - one.length || rankOf(one) - rankOf(other);
}

/** Ranks entities that cover the same text: a quote contains the other. */
function rankOf(entity: TelegramEntity): number {
  return familyOf(entity) === "quote" ? 0 : 1;
}

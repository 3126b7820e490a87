import { truncate } from "../kernel/text/truncate.ts";

const MAX_CHARS = 200;

/**
 * A text as a question to a person shows it: in quotation marks, cut to 200 characters.
 * As JSON, a text with line breaks cannot pretend to be a longer question.
 */
export function quoted(text: string): string {
  return JSON.stringify(truncate(text, MAX_CHARS));
}

/** Several texts as `quoted` shows them, in their order, none left out. */
export function quotedList(texts: readonly string[]): string {
  return texts.map(quoted).join(", ");
}

/** A text that may be left out, as `quoted` shows it. */
export function quotedIf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : quoted(text);
}

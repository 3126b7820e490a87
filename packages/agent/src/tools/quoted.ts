const MAX_CHARS = 200;

const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/**
 * A text as a question to a person shows it: in quotation marks, cut to 200 characters.
 * As JSON, a text with line breaks cannot pretend to be a longer question.
 */
export function quoted(text: string): string {
  if (text.length <= MAX_CHARS) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, MAX_CHARS - 1).replace(HALF_CHARACTER, "")}…`);
}

/** Several texts as `quoted` shows them, in their order, none left out. */
export function quotedList(texts: readonly string[]): string {
  return texts.map(quoted).join(", ");
}

import { truncate } from "../kernel/text/truncate.ts";

const MAX_CHARS = 300;

/** Runs of spaces of this length push the rest of a text out of sight. */
const RUN = / {6,}/g;

/**
 * A text as a question to a person shows it: in quotation marks, cut to 300 characters, with the number of
 * those left out. As JSON, a text with line breaks cannot pretend to be a longer question.
 */
export function quoted(text: string): string {
  const seen = text.replaceAll(RUN, (spaces) => `␣×${spaces.length}`);
  const short = truncate(seen, MAX_CHARS);
  const left = seen.length - (short.length - 1);
  return seen === short ? JSON.stringify(seen) : `${JSON.stringify(short)} (+${left})`;
}

/** Several texts as `quoted` shows them, in their order, none left out. */
export function quotedList(texts: readonly string[]): string {
  return texts.map(quoted).join(", ");
}

/** A text that may be left out, as `quoted` shows it. */
export function quotedIf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : quoted(text);
}

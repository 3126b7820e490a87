/**
 * Checks whether a text nests so deep that parsing would overflow the stack. People do not write like that,
 * but a model that repeats itself does.
 */
export function isTangled(markdown: string): boolean {
  return DEEP_BLOCKS.test(markdown) || DEEP_STYLES.test(markdown);
}

/** A line that opens more than thirty quotes and lists, or is indented by two hundred. */
const DEEP_BLOCKS = /^(?:[ ]*(?:>|[-+*](?= )|\d{1,9}[.)](?= ))){31}|^[ ]{200,}(?:[-+*>]|\d+[.)])/m;
const DEEP_STYLES = /[*_~]{150}/;

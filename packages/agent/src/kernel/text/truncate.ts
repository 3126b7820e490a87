/** Truncates a text to a number of UTF-16 units: a longer one ends with "…", never within a character. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(HALF_CHARACTER, "")}…`;
}

/** Joins a text into one line: every run of white space becomes one space. */
export function toSingleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Returns the beginning of a text in one line of at most so many UTF-16 units. */
export function truncateToLine(text: string, most = 200): string {
  return truncate(toSingleLine(text), most);
}

const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** What a call came to is told to people in at most so many characters. */
const SUMMARY_CHARS = 200;

/** The first line's worth of a text, for people. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= SUMMARY_CHARS ? line : `${line.slice(0, SUMMARY_CHARS - 1)}…`;
}

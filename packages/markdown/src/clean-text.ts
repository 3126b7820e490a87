/**
 * Cleans a text so that every messaging app shows it unchanged: lines end in `\n`, tabs are four spaces,
 * and there are no control characters, direction marks, or half characters. Half a character at the end of
 * a stream is dropped.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", "    ")
    .replaceAll(UNWANTED, "");
}

// oxlint-disable-next-line no-control-regex
const UNWANTED = /[\0-\u0009\v-\u001f\u202a-\u202e]/g;

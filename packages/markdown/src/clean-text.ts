/**
 * Makes a text one that every messenger shows as it is: lines end in `\n`, tabs are four
 * spaces, and there are no control characters, marks that turn the direction of what
 * follows, or halves of characters. The half that a stream ends with is left out.
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

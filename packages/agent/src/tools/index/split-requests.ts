/**
 * The parts of a message that may ask for different things: its sentences, and what
 * stands between commas and words like "and" or "then" in the known languages.
 */
export function splitRequests(text: string): readonly string[] {
  return text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Whole words only; "i" and "a" mean too much in other languages. */
const CONNECTIVES =
  "and|then|also|plus|afterwards|und|dann|danach|außerdem|anschließend|et|puis|ensuite|y|luego|después|además|" +
  "e|poi|inoltre|depois|também|и|потом|затем|также|та|потім|також|potem|oraz|następnie|ve|sonra|ayrıca|ثم|وبعدها";

const BETWEEN = new RegExp(
  `[.!?;:,…\\n。！？；，、،؛؟]+(?=\\s|$|[\\u3040-\\u9FFF])|(?<=\\s)(?:${CONNECTIVES})(?=\\s)|然后|然後|并且|還有|还有|另外|それから|そして|あと`,
  "iu",
);

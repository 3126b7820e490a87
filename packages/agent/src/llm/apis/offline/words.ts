/** Too common to find anything by. */
const COMMON = new Set(
  "a an the my your our his her its of in on at for to and or is are was about with do does did i me you we it that this what which".split(
    " ",
  ),
);

/** The lines that hold any of the topic's words, in their order; a plural finds its singular. */
export function linesAbout(topic: string, lines: readonly string[]): readonly string[] {
  const wanted = wordsOf(topic).map(toStem);
  return lines.filter((line) => {
    const held = new Set(wordsOf(line).map(toStem));
    return wanted.some((word) => held.has(word));
  });
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !COMMON.has(word));
}

function toStem(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word;
}

const LONG_WORD_CHARS = 400;

export interface SplitRule {
  /** How large a text is for whoever reads it. */
  readonly sizeOf: (text: string) => number;
  /** At least as large as some hundred characters. */
  readonly max: number;
}

/** A text in parts that are not too large, cut where a voice pauses, else between words. None of them is empty. */
export function splitSpeech(text: string, rule: SplitRule): readonly string[] {
  const parts: string[] = [];
  let current = "";
  for (const piece of toPieces(text, rule)) {
    if (rule.sizeOf(current + piece) > rule.max) {
      parts.push(current);
      current = "";
    }
    current += piece;
  }
  parts.push(current);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function toPieces(text: string, rule: SplitRule): readonly string[] {
  const sentences = text.split(/(?<=[.!?…;:\n]\s)|(?<=[。！？；])/u);
  return sentences.flatMap((sentence) => {
    if (rule.sizeOf(sentence) <= rule.max) return [sentence];
    return sentence.split(/(?<=\s)/u).flatMap((word) => cutWord(word, rule));
  });
}

function cutWord(word: string, { sizeOf, max }: SplitRule): readonly string[] {
  if (sizeOf(word) <= max) return [word];
  return word.match(new RegExp(`[^]{1,${LONG_WORD_CHARS}}`, "gu")) ?? [];
}

/** Text that grows and knows its end. Each look at the end of a growing string would copy the string. */
export interface GrowingText {
  /** Number of UTF-16 code units. */
  length(): number;
  /** Length without the white space at the end. */
  trimmedLength(): number;
  /** Number of newlines at the end. */
  newlines(): number;
  append(words: string): void;
  /** Removes the spaces at the end. */
  trimSpaces(): void;
  text(): string;
}

export function createGrowingText(): GrowingText {
  const chunks: string[] = [];
  let length = 0;
  let trimmedLength = 0;
  let newlines = 0;
  /** Number of spaces at the end, which are in no chunk yet. */
  let spaces = 0;
  return {
    length: () => length,
    trimmedLength: () => trimmedLength,
    newlines: () => (spaces === 0 ? newlines : 0),
    append(words) {
      const end = startOfRun(words, " ", words.length);
      if (end > 0) {
        const start = startOfRun(words, "\n", end);
        newlines = (start === 0 && spaces === 0 ? newlines : 0) + end - start;
        chunks.push(" ".repeat(spaces), words.slice(0, end));
        spaces = 0;
      }
      spaces += words.length - end;
      const trimmed = words.trimEnd().length;
      if (trimmed > 0) trimmedLength = length + trimmed;
      length += words.length;
    },
    trimSpaces() {
      length -= spaces;
      spaces = 0;
    },
    text: () => chunks.join("") + " ".repeat(spaces),
  };
}

/** Returns where a run of a character that ends at `end` starts. */
function startOfRun(words: string, character: string, end: number): number {
  let start = end;
  while (start > 0 && words[start - 1] === character) start -= 1;
  return start;
}

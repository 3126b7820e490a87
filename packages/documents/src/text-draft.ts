/** Text of a document in progress: its beginning, up to a number of characters. */
export interface TextDraft {
  /** Appends text; drops text beyond the limit. */
  write(text: string): void;
  /** Ends the line, unless it is empty. */
  endLine(): void;
  /** Whether further text is dropped, so that reading may stop. */
  readonly isFull: boolean;
  /** Returns the text written, tidied: no consecutive blank lines, no invisible characters. */
  result(): { readonly text: string; readonly isCut: boolean };
}

/** Factor of extra characters to keep, because tidying shortens text. */
const SPARE = 2;

export function createTextDraft(maxChars: number): TextDraft {
  const parts: string[] = [];
  let length = 0;
  let isAtStart = true;
  const room = () => SPARE * maxChars + 1 - length;

  const write = (text: string) => {
    if (text === "") return;
    const kept = text.slice(0, Math.max(0, room()));
    if (kept !== "") parts.push(kept);
    length += text.length;
    isAtStart = text.endsWith("\n");
  };
  return {
    write,
    endLine() {
      if (!isAtStart) write("\n");
    },
    get isFull() {
      return room() <= 0;
    },
    result() {
      const text = tidy(parts.join(""));
      const isCut = text.length > maxChars || room() <= 0;
      return { text: cut(text, maxChars), isCut };
    },
  };
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\f\v]/g, "\n")
    .replaceAll(/(?![\n\t])\p{Cc}|\u00ad|\ufeff/gu, "")
    .replaceAll(/[ \t\u00a0]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/^\n+|\n+$/g, "");
}

/** Never through the middle of a character. */
function cut(text: string, maxChars: number): string {
  const kept = text.slice(0, maxChars);
  return kept.isWellFormed() ? kept : kept.slice(0, -1);
}

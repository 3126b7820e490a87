import stringWidth from "string-width";

/** Breaks styled text that arrives in pieces into rows of a terminal. */
export interface Wrap {
  /** The rows that this text completes, each with its own styles turned on and off. */
  push(text: string): readonly string[];
  /** The row that is not full yet. */
  readonly partial: string;
  /** Ends the partial row, if there is one. */
  end(): readonly string[];
}

// oxlint-disable-next-line no-control-regex -- styles begin with an escape
const PIECES = /\u001B\[[0-9;]*m|\n|[ \t]+|[^\u001B\n \t]+/g;
const RESET = "\u001B[0m";

/** Rows are at most `columns()` wide; words are kept whole where they fit into a row. */
export function createWrap(columns: () => number): Wrap {
  let row = "";
  let width = 0;
  /** Spaces at the end of the row, which vanish where it is broken. */
  let gap = "";
  /** The codes of the styles that are on. */
  let styles: readonly string[] = [];

  const breakRow = (): string => {
    const full = styles.length === 0 ? row : `${row}${RESET}`;
    row = styles.join("");
    width = 0;
    gap = "";
    return full;
  };

  const addWord = (word: string): string[] => {
    const rows: string[] = [];
    const limit = Math.max(columns(), 1);
    if (width > 0 && width + stringWidth(gap + word) > limit) rows.push(breakRow());
    for (const letter of splitWhere(gap + word, limit - width)) {
      if (width > 0 && width + stringWidth(letter) > limit) rows.push(breakRow());
      row += letter;
      width += stringWidth(letter);
    }
    gap = "";
    return rows;
  };

  return {
    get partial() {
      return styles.length === 0 ? row + gap : `${row}${gap}${RESET}`;
    },
    push(text) {
      const rows: string[] = [];
      for (const [piece] of text.matchAll(PIECES)) {
        if (piece === "\n") rows.push(breakRow());
        else if (piece.startsWith("\u001B")) {
          styles = keepStyles(styles, piece);
          row += piece;
        } else if (piece.trim() === "") gap += piece.replaceAll("\t", "  ");
        else rows.push(...addWord(piece));
      }
      return rows;
    },
    end() {
      const isEmpty = width === 0 && gap === "";
      const rows = isEmpty ? [] : [breakRow()];
      row = "";
      styles = [];
      gap = "";
      return rows;
    },
  };
}

const segmenter = new Intl.Segmenter();

/** The word whole where it fits, else its letters. */
function splitWhere(word: string, room: number): string[] {
  if (stringWidth(word) <= room) return [word];
  return Array.from(segmenter.segment(word), ({ segment }) => segment);
}

/** The styles that are on after one more code; an off code takes away what it ends. */
function keepStyles(styles: readonly string[], code: string): readonly string[] {
  const number = numberOf(code);
  if (number === 0) return [];
  const ended = ENDS[number];
  return ended ? styles.filter((one) => !ended.includes(numberOf(one))) : [...styles, code];
}

function numberOf(code: string): number {
  return Number(code.slice(2, -1));
}

const ENDS: Readonly<Record<number, readonly number[]>> = {
  22: [1, 2],
  23: [3],
  24: [4],
  29: [9],
  39: [31, 32, 33, 36],
};

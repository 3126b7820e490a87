import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Stands for a line break inside a pasted text while it is in the input line. */
const LINE_BREAK = "\u2424";
const START = "\u001B[200~";
const END = "\u001B[201~";

/** Escape sequences that make the terminal mark pasted text, and stop doing so. */
export const BRACKETED_PASTE = { on: "\u001B[?2004h", off: "\u001B[?2004l" } as const;

/**
 * Creates a filter that removes the marks of bracketed pastes from terminal input. Line breaks
 * inside become visible signs, so that a pasted text stays one input; escape sequences and control
 * characters inside are dropped.
 */
export function createPasteFilter(): Transform {
  const decoder = new StringDecoder();
  let held = "";
  let isPasting = false;

  const read = (text: string): string => {
    const mark = isPasting ? END : START;
    const at = text.indexOf(mark);
    if (at < 0) {
      held = isPasting ? unfinishedPaste(text) : unfinishedMark(START, text, 2);
      const seen = text.slice(0, text.length - held.length);
      return isPasting ? cleanPaste(seen) : seen;
    }
    const before = text.slice(0, at);
    const shown = isPasting ? cleanPaste(before) : before;
    isPasting = !isPasting;
    return shown + read(text.slice(at + mark.length));
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = held + decoder.write(chunk);
      held = "";
      done(null, read(text));
    },
  });
}

/** Returns the input line with its line breaks restored. */
export function restoreLineBreaks(line: string): string {
  return line.replaceAll(LINE_BREAK, "\n");
}

/** Turns a text with line breaks into one input line. */
export function hideLineBreaks(text: string): string {
  return text.replaceAll("\n", LINE_BREAK);
}

/** Returns the end of `text` that may still become a mark or half of a line break. */
function unfinishedPaste(text: string): string {
  return text.endsWith("\r") ? "\r" : unfinishedMark(END, text, 1);
}

/**
 * Returns the end of `text` that may be the beginning of the mark. A lone escape is a key, unless
 * inside a paste.
 */
function unfinishedMark(mark: string, text: string, shortest: number): string {
  for (let length = mark.length - 1; length >= shortest; length--) {
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  }
  return "";
}

function cleanPaste(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", "  ").replaceAll(CONTROLS, "");
  return hideLineBreaks(plain);
}

// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;

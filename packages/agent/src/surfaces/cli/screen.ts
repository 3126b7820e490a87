import { clearScreenDown, cursorTo, type Interface, moveCursor } from "node:readline";
import type { Writable } from "node:stream";

/**
 * The terminal below the shell's text: what is printed stays, the live rows and
 * the input line stand under it and move down. The typed line stays as it is.
 */
export interface Screen {
  /** Prints rows above the live ones. */
  print(rows: readonly string[]): void;
  /** Replaces the live rows, which stand between what is printed and the input line. */
  showLive(rows: readonly string[]): void;
  /** Changes what stands before the typed text. */
  setPrompt(prompt: string): void;
  /** Takes the live rows away for good; the input line stays behind as text. */
  leave(): void;
}

/** Draws with an interface that was created for a terminal. It draws nothing before the first call. */
export function createScreen(line: Interface, output: Writable): Screen {
  let prompt = "";
  let live: readonly string[] = [];
  let isGone = false;

  const redraw = (printed: readonly string[]) => {
    if (isGone) return;
    const { rows } = line.getCursorPos();
    cursorTo(output, 0);
    moveCursor(output, 0, -rows);
    clearScreenDown(output);
    output.write(printed.map((row) => `${row}\n`).join(""));
    // The line editor believes to be as many rows below its prompt as before.
    output.write("\n".repeat(rows));
    line.setPrompt([...live, prompt].join("\n"));
    line.prompt(true);
  };

  return {
    print: redraw,
    showLive(rows) {
      if (rows.join("\n") === live.join("\n")) return;
      live = rows;
      redraw([]);
    },
    setPrompt(next) {
      if (next === prompt) return;
      prompt = next;
      redraw([]);
    },
    leave() {
      live = [];
      redraw([]);
      isGone = true;
    },
  };
}

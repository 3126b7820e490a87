import { clearScreenDown, cursorTo, type Interface, moveCursor } from "node:readline";
import stringWidth from "string-width";
import type { TerminalOutput } from "./terminal-stream.ts";

/**
 * The terminal below the shell's text: what is printed stays, the live rows and
 * the input line stand under it and move down. The typed line stays as it is.
 */
export interface Screen {
  /** Prints rows above the live ones. */
  print(rows: readonly string[]): void;
  /** Prints rows and replaces the live rows, which stand between them and the input line, at once. */
  update(printed: readonly string[], live: readonly string[]): void;
  /** Changes what stands before the typed text. */
  setPrompt(prompt: string): void;
  /** Call it first when a line was entered: the line is kept as text above the live rows. */
  storeEntered(typed: string): void;
  /** Empties the input line. */
  forgetTyped(): void;
  /** Takes the live rows away for good; the input line stays behind as text. */
  leave(): void;
}

/** Draws with an interface that was created for a terminal. It draws nothing before the first call. */
export function createScreen(line: Interface, output: TerminalOutput): Screen {
  let prompt = "";
  let live: readonly string[] = [];
  let isGone = false;
  line.once("close", () => {
    isGone = true;
  });

  const clear = (rowsUp: number) => {
    cursorTo(output, 0);
    moveCursor(output, 0, -rowsUp);
    clearScreenDown(output);
  };

  const write = (printed: readonly string[]) => {
    output.write(printed.map((row) => `${row}\n`).join(""));
  };

  const showPrompt = () => {
    line.setPrompt([...live, prompt].join("\n"));
    line.prompt(true);
  };

  const redraw = (printed: readonly string[]) => {
    if (isGone) return;
    const { rows } = line.getCursorPos();
    clear(rows);
    write(printed);
    // The line editor still believes that its cursor is so many rows below the prompt.
    output.write("\n".repeat(rows));
    showPrompt();
  };

  return {
    print: redraw,
    storeEntered(typed) {
      if (isGone) return;
      const columns = output.columns ?? Infinity;
      const rows = Math.floor(stringWidth(prompt + typed) / columns) + 1;
      clear(live.length + rows);
      write([prompt + typed]);
      showPrompt();
    },
    forgetTyped() {
      line.write(null, { ctrl: true, name: "e" });
      line.write(null, { ctrl: true, name: "u" });
    },
    update(printed, rows) {
      if (printed.length === 0 && rows.join("\n") === live.join("\n")) return;
      live = rows;
      redraw(printed);
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

import { Writable } from "node:stream";

// oxlint-disable-next-line no-control-regex -- commands to a terminal begin with an escape
const PIECES = /\u001B\[([?\d;]*)([A-Za-z])|[^]/gu;

/**
 * Terminal that interprets the output of the line editor and the channel, and shows its rows as
 * text.
 */
export class VirtualTerminal extends Writable {
  readonly columns: number;
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;
  #changed = Promise.withResolvers<void>();

  constructor(columns: number) {
    super({ decodeStrings: false });
    this.columns = columns;
  }

  /** Text on the screen, without empty rows at the end. */
  get shown(): string {
    return this.#rows
      .map((row) =>
        Array.from(row, (letter) => letter ?? " ")
          .join("")
          .trimEnd(),
      )
      .join("\n")
      .trimEnd();
  }

  /** Resolves once the screen satisfies the condition. */
  async until(condition: (shown: string) => boolean): Promise<void> {
    while (!condition(this.shown)) await this.#changed.promise;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const [piece, parameter, command] of String(chunk).matchAll(PIECES)) {
      if (command === undefined) this.#put(piece);
      else this.#obey(command, Number.parseInt(parameter || "1", 10));
    }
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
    done();
  }

  #put(letter: string): void {
    if (letter === "\n") this.#down();
    if (letter === "\n" || letter === "\r") this.#column = 0;
    if (letter < " ") return;
    if (this.#column === this.columns) {
      this.#down();
      this.#column = 0;
    }
    this.#current()[this.#column] = letter;
    this.#column += 1;
  }

  #obey(command: string, count: number): void {
    if (command === "A") this.#row = Math.max(0, this.#row - count);
    if (command === "B") this.#row += count;
    if (command === "C") this.#column += count;
    if (command === "D") this.#column -= count;
    if (command === "G") this.#column = count - 1;
    if (command === "K") this.#current().length = this.#column;
    if (command === "J") {
      this.#current().length = this.#column;
      this.#rows.length = this.#row + 1;
    }
  }

  #down(): void {
    this.#row += 1;
    this.#current();
  }

  #current(): string[] {
    while (this.#rows.length <= this.#row) this.#rows.push([]);
    return this.#rows[this.#row] ?? [];
  }
}

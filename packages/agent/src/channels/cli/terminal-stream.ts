import type { Readable, Writable } from "node:stream";

/** Input of a terminal. Raw mode is set if the stream supports it. */
export interface TerminalInput extends Readable {
  setRawMode?(mode: boolean): unknown;
}

/** Output of a terminal. Without `columns`, rows are never wrapped. */
export interface TerminalOutput extends Writable {
  readonly columns?: number;
}

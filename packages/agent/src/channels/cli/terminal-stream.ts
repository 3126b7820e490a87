import type { Readable, Writable } from "node:stream";

/** Input of a terminal. Raw mode is set if the stream supports it. */
export interface TerminalInput extends Readable {
  setRawMode?(mode: boolean): unknown;
}

/** Where a terminal shows. Without `columns` rows are never broken. */
export interface TerminalOutput extends Writable {
  readonly columns?: number;
}

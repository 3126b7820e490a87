import type { Readable, Writable } from "node:stream";

/** What a terminal sends. Raw mode is set where there is one. */
export interface TerminalInput extends Readable {
  setRawMode?(mode: boolean): unknown;
}

/** Where a terminal shows. Without `columns` rows are never broken. */
export interface TerminalOutput extends Writable {
  readonly columns?: number;
}

import type { TurnEvent } from "../../../kernel/turn-event.ts";
import { formatPosition, type Position } from "./position.ts";
import type { StreamEvent } from "./to-stream-event.ts";

/** One thing that happened, and its bytes on the wire, which all listeners share. */
export interface StreamEntry {
  readonly position: Position;
  readonly event: TurnEvent;
  readonly text: string;
  /** When it was heard, in Unix milliseconds. */
  readonly at: number;
}

export function toEntry(
  event: TurnEvent,
  { position, at, told }: Pick<StreamEntry, "position" | "at"> & { readonly told: StreamEvent },
): StreamEntry {
  return { position, event, at, text: encodeSse({ ...told, id: formatPosition(position) }) };
}

/** One event of `text/event-stream`. JSON has no line ends of its own. */
export function encodeSse({ name, data, id }: StreamEvent & { readonly id?: string }): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Entries that are told at once. */
export interface Batch {
  readonly entries: readonly StreamEntry[];
  /** Made once, for however many listeners. */
  readonly bytes: Uint8Array;
}

export function createBatch(entries: readonly StreamEntry[]): Batch {
  let made: Uint8Array | undefined;
  return {
    entries,
    get bytes() {
      made ??= Buffer.from(entries.map(({ text }) => text).join(""));
      return made;
    },
  };
}

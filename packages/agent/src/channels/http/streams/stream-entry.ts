import type { TurnUsage } from "../../../core/client-chats.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { formatPosition, type Position } from "./position.ts";
import { type StreamEvent, toStreamEvent } from "./to-stream-event.ts";

/** An event with its position. */
export interface StreamEntry {
  readonly position: Position;
  readonly event: LiveEvent;
  /** Usage of the turn; set if this is its end. */
  readonly usage?: TurnUsage | undefined;
  /** Time at which it was received, in Unix milliseconds. */
  readonly at: number;
}

interface SseEvent extends Pick<StreamEvent, "data"> {
  readonly name: string;
  readonly id?: string;
}

/** Encodes an event as `text/event-stream`. JSON contains no line breaks. */
export function encodeSse({ name, data, id }: SseEvent): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Entries that are sent together. */
export interface Batch {
  readonly entries: readonly StreamEntry[];
  /** Encoded entries; computed once for all listeners, when first needed. */
  readonly bytes: Uint8Array;
}

export function createBatch(entries: readonly StreamEntry[]): Batch {
  let made: Uint8Array | undefined;
  return {
    entries,
    get bytes() {
      made ??= Buffer.from(entries.map(encodeEntry).join(""));
      return made;
    },
  };
}

function encodeEntry({ position, event, usage }: StreamEntry): string {
  return encodeSse({ ...toStreamEvent(event, usage), id: formatPosition(position) });
}

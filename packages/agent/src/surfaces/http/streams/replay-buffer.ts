import { isAfter, type Position } from "./position.ts";
import type { StreamEntry } from "./stream-entry.ts";

/** What happened in a place lately, so that a listener who was cut off hears the rest. */
export interface ReplayBuffer {
  /** Everything after it is here. */
  readonly floor: Position;
  /** Of the last entry, or the floor. */
  readonly head: Position;
  readonly isEmpty: boolean;
  push(entry: StreamEntry): void;
  after(position: Position): readonly StreamEntry[];
  /** Drops what was heard before a moment. */
  dropBefore(at: number): void;
}

export function createReplayBuffer(start: Position, maxChars: number): ReplayBuffer {
  let entries: StreamEntry[] = [];
  let chars = 0;
  let floor = start;

  const drop = (count: number) => {
    const dropped = entries.slice(0, count);
    entries = entries.slice(count);
    for (const { text } of dropped) chars -= text.length;
    floor = dropped.at(-1)?.position ?? floor;
  };

  return {
    get floor() {
      return floor;
    },
    get head() {
      return entries.at(-1)?.position ?? floor;
    },
    get isEmpty() {
      return entries.length === 0;
    },
    push(entry) {
      entries.push(entry);
      chars += entry.text.length;
      // A quarter at once: dropping one by one would copy all of it each time.
      if (chars > maxChars) drop(Math.ceil(entries.length / 4));
    },
    after: (position) => {
      const first = entries.findIndex((entry) => isAfter(entry.position, position));
      return first === -1 ? [] : entries.slice(first);
    },
    dropBefore(at) {
      const first = entries.findIndex((entry) => entry.at >= at);
      drop(first === -1 ? entries.length : first);
    },
  };
}

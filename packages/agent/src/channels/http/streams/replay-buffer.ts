import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { isAfter, type Position } from "./position.ts";
import type { StreamEntry } from "./stream-entry.ts";

/** Recent events of a chat, so that a listener that reconnects receives the ones it missed. */
export interface ReplayBuffer {
  /** Everything after this position is buffered. */
  readonly floor: Position;
  /** Position of the last entry, or the floor. */
  readonly head: Position;
  push(entry: StreamEntry): void;
  after(position: Position): readonly StreamEntry[];
  /** Drops entries received before a moment. */
  dropBefore(at: number): void;
}

/** Deltas of a step, stored together: most entries are deltas, and only their text differs. */
interface Words {
  readonly type: "words";
  readonly first: Position;
  readonly event: Delta;
  readonly deltas: string[];
  at: number;
}

type Delta = Extract<LiveEvent, { type: "text-delta" }>;
type BufferedEvent = Words | { readonly type: "entry"; readonly entry: StreamEntry };

/** Size in characters of an entry in addition to its text, and of a delta. */
const ENTRY_CHARS = 200;
const DELTA_CHARS = 24;

export function createReplayBuffer(start: Position, maxChars: number): ReplayBuffer {
  let kept: BufferedEvent[] = [];
  let chars = 0;
  let floor = start;

  const drop = (count: number) => {
    const dropped = kept.slice(0, count);
    kept = kept.slice(count);
    for (const one of dropped) chars -= charsOf(one);
    const last = dropped.at(-1);
    if (last) floor = endOf(last);
  };

  return {
    get floor() {
      return floor;
    },
    get head() {
      const last = kept.at(-1);
      return last ? endOf(last) : floor;
    },
    push(entry) {
      const last = kept.at(-1);
      if (last?.type === "words" && goesOn(last, entry)) {
        last.deltas.push(entry.event.delta);
        last.at = entry.at;
        chars += DELTA_CHARS + entry.event.delta.length;
      } else {
        const added = toKept(entry);
        kept.push(added);
        chars += charsOf(added);
      }
      // Drop a quarter at once: dropping one by one would copy the list each time.
      if (chars > maxChars) drop(Math.ceil(kept.length / 4));
    },
    after(position) {
      const first = kept.findIndex((one) => isAfter(endOf(one), position));
      if (first === -1) return [];
      return kept
        .slice(first)
        .flatMap(toEntries)
        .filter((entry) => isAfter(entry.position, position));
    },
    dropBefore(at) {
      const first = kept.findIndex((one) => heardAt(one) >= at);
      drop(first === -1 ? kept.length : first);
    },
  };
}

function toKept(entry: StreamEntry): BufferedEvent {
  const { event, position, at } = entry;
  if (event.type !== "text-delta") return { type: "entry", entry };
  return { type: "words", first: position, event, deltas: [event.delta], at };
}

function toEntries(kept: BufferedEvent): readonly StreamEntry[] {
  if (kept.type === "entry") return [kept.entry];
  const { first, event, deltas, at } = kept;
  return deltas.map((delta, index) => ({
    position: { seq: first.seq, n: first.n + index },
    event: { ...event, delta },
    at,
  }));
}

function goesOn(
  words: Words,
  entry: StreamEntry,
): entry is StreamEntry & { readonly event: Delta } {
  const { event, position } = entry;
  if (event.type !== "text-delta") return false;
  const end = endOf(words);
  return (
    event.turn === words.event.turn &&
    event.step === words.event.step &&
    position.seq === end.seq &&
    position.n === end.n + 1
  );
}

function endOf(kept: BufferedEvent): Position {
  if (kept.type === "entry") return kept.entry.position;
  return { seq: kept.first.seq, n: kept.first.n + kept.deltas.length - 1 };
}

function heardAt(kept: BufferedEvent): number {
  return kept.type === "entry" ? kept.entry.at : kept.at;
}

function charsOf(kept: BufferedEvent): number {
  if (kept.type === "entry") return ENTRY_CHARS + JSON.stringify(kept.entry.event).length;
  return kept.deltas.reduce((sum, delta) => sum + DELTA_CHARS + delta.length, ENTRY_CHARS);
}

import { expect, test } from "vitest";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import type { Position } from "./position.ts";
import { createReplayBuffer } from "./replay-buffer.ts";
import type { StreamEntry } from "./stream-entry.ts";

const START: Position = { seq: 3, n: 0 };
const MUCH = 1024 * 1024;

/** Creates entries one millisecond apart, in a chat that is at `START`. */
function happen(events: readonly (LiveEvent | string)[]): readonly StreamEntry[] {
  const entries: StreamEntry[] = [];
  let { seq, n } = START;
  for (const [at, one] of events.entries()) {
    const event: LiveEvent =
      typeof one === "string" ? { type: "text-delta", turn: "t1", step: 0, delta: one } : one;
    if ("seq" in event) [seq, n] = [event.seq, 0];
    else n += 1;
    entries.push({ position: { seq, n }, event, at });
  }
  return entries;
}

const thinks: LiveEvent = { type: "think-start", turn: "t1", step: 0 };
const other: LiveEvent = { type: "text-delta", turn: "t1", step: 1, delta: "other" };
const fact = (seq: number, text = "so"): LiveEvent => ({
  type: "step-text",
  turn: "t1",
  step: 0,
  text,
  seq,
  at: 0,
});

function fill(entries: readonly StreamEntry[], maxChars = MUCH) {
  const buffer = createReplayBuffer(START, maxChars);
  for (const entry of entries) buffer.push(entry);
  return buffer;
}

/** Returns the entries without times: text that was emitted together arrives together. */
function timeless(entries: readonly StreamEntry[]) {
  return entries.map(({ position, event }) => ({ position, event }));
}

test("what was pushed comes back as it was, from any position on", () => {
  const entries = happen([thinks, "one", "two", "", fact(4), "three", other, "four", fact(5)]);
  const buffer = fill(entries);
  for (let from = 0; from < entries.length; from++) {
    const before = entries[from - 1]?.position ?? START;
    expect(timeless(buffer.after(before))).toEqual(timeless(entries.slice(from)));
  }
  expect(buffer.after(buffer.head)).toEqual([]);
  expect({ floor: buffer.floor, head: buffer.head }).toEqual({
    floor: START,
    head: { seq: 5, n: 0 },
  });
});

test("what was heard before a moment is dropped, the words of one thought together", () => {
  const entries = happen([thinks, "one", "two", fact(4), "three"]);
  const buffer = fill(entries);
  buffer.dropBefore(2);
  expect(buffer.floor).toEqual({ seq: 3, n: 1 });
  expect(timeless(buffer.after(buffer.floor))).toEqual(timeless(entries.slice(1)));
  buffer.dropBefore(3);
  expect(buffer.floor).toEqual({ seq: 3, n: 3 });
  expect(timeless(buffer.after(buffer.floor))).toEqual(timeless(entries.slice(3)));
  buffer.dropBefore(99);
  expect(buffer.after(START)).toEqual([]);
  expect({ floor: buffer.floor, head: buffer.head }).toEqual({
    floor: { seq: 4, n: 1 },
    head: { seq: 4, n: 1 },
  });
});

test("of more than fits the oldest goes, and the rest is whole", () => {
  const entries = happen(
    ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter, at) => fact(4 + at, letter.repeat(1000))),
  );
  const buffer = fill(entries, 4500);
  expect(timeless(buffer.after(buffer.floor))).toEqual(timeless(entries.slice(5)));
  expect(buffer.floor).toEqual({ seq: 8, n: 0 });
});

test("endless words do not fill the memory", () => {
  const buffer = fill(happen([thinks, ...Array<string>(10_000).fill("word ")]), 10_000);
  const kept = buffer.after(buffer.floor);
  expect(kept.length).toBeLessThan(1000);
  expect(kept.at(-1)?.position ?? buffer.floor).toEqual({ seq: 3, n: 10_001 });
});

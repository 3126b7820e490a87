import type { StreamEvent } from "@reeve/operations/stream-events";
import { expect, test } from "vitest";
import { isStoredIn, type LiveTurn, withEvent } from "./live-turn.ts";

function play(...events: readonly StreamEvent[]): LiveTurn | undefined {
  return events.reduce<LiveTurn | undefined>(withEvent, undefined);
}

const turn = "t1";
const start: StreamEvent = { event: "agent.stream.start", data: { turn, messages: [] } };
const delta = (step: number, text: string): StreamEvent => ({
  event: "agent.stream.delta",
  data: { turn, step, text },
});
const called: StreamEvent = {
  event: "agent.stream.tool_call",
  data: { turn, id: "c1", name: "note_create", args: { text: "tea" } },
};
const returned: StreamEvent = {
  event: "agent.stream.tool_result",
  data: { turn, id: "c1", name: "note_create", outcome: "value", summary: "Saved." },
};

const end = (of: string): StreamEvent => ({
  event: "agent.stream.complete",
  data: { turn: of, outcome: "answered", reply: [], text: "" },
});

test("text grows step by step, and a step that starts again loses its text", () => {
  expect(play(start, delta(0, "He"), delta(0, "llo"))?.parts).toEqual([
    { kind: "text", step: 0, text: "Hello" },
  ]);
  const again: StreamEvent = { event: "agent.stream.text_reset", data: { turn, step: 0 } };
  expect(play(start, delta(0, "He"), again, delta(0, "Hi"))?.parts).toEqual([
    { kind: "text", step: 0, text: "Hi" },
  ]);
});

test("a call is one part, however often it is reported, and gets its result", () => {
  const call = { id: "c1", tool: "note_create", args: { text: "tea" } };
  expect(play(start, called, called)?.parts).toEqual([{ kind: "call", call }]);
  expect(play(start, called, returned, called)?.parts).toEqual([
    { kind: "call", call: { ...call, outcome: "value", summary: "Saved." } },
  ]);
});

test("a turn that waits for its model says so until it goes on", () => {
  const waiting: StreamEvent = {
    event: "agent.stream.waiting",
    data: { turn, model: "m", cause: "network", since: 1, retryAt: 2 },
  };
  expect(play(start, waiting)?.waiting).toEqual({ model: "m", retryAt: 2 });
  expect(play(start, waiting, delta(0, "Hi"))?.waiting).toBeUndefined();
});

test("only its own end ends a turn", () => {
  expect(play(start, end("t0"))?.isOver).toBeUndefined();
  expect(play(start, end(turn))?.isOver).toBe(true);
  expect(play(end(turn))).toBeUndefined();
});

test("a stored answer takes the place of the written one, also before its turn's end is received", () => {
  const written = play(start, called, returned, delta(1, "Hello"));
  if (!written) throw new Error("no turn runs");
  expect(isStoredIn(written, [])).toBe(false);
  expect(isStoredIn(written, [{ text: "The model is slow." }])).toBe(false);
  expect(isStoredIn(written, [{ text: "The model is slow." }, { text: "Hello" }])).toBe(true);
  const over = withEvent(written, end(turn));
  if (!over) throw new Error("the turn is gone");
  expect(isStoredIn(over, [])).toBe(false);
  expect(isStoredIn(over, [{ text: "Hello, and more" }])).toBe(true);
});

import { expect, test } from "vitest";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { createTextDeltaWriter } from "./text-delta-writer.ts";

const turn = "t1";
const begin = (step: number): LiveEvent => ({ type: "think-start", turn, step });
const say = (step: number, delta: string): LiveEvent => ({ type: "text-delta", turn, step, delta });
const said = (step: number, text: string): LiveEvent => ({
  type: "step-text",
  turn,
  step,
  text,
  seq: 1,
  at: 1,
});
const end = (...texts: readonly string[]): LiveEvent => ({
  type: "turn-end",
  turn,
  outcome: "answered",
  reply: texts.map((text) => ({ type: "text", text })),
  seq: 2,
  at: 2,
});

const tell = (...events: readonly LiveEvent[]) => events.map(createTextDeltaWriter());

test("words are told as they come, and the end adds nothing to them", () => {
  expect(tell(begin(0), say(0, "Hel"), say(0, "lo"), end("Hello"))).toEqual(["", "Hel", "lo", ""]);
});

test("what nobody streamed is told at the end", () => {
  expect(tell(begin(0), end("Hello"))).toEqual(["", "Hello"]);
});

test("the words before a tool call stand in a paragraph of their own", () => {
  expect(
    tell(
      begin(0),
      say(0, "Let me look."),
      said(0, "Let me look."),
      begin(1),
      say(1, "It is 4."),
      end("It is 4."),
    ),
  ).toEqual(["", "Let me look.", "", "", "\n\nIt is 4.", ""]);
});

test("a thought that says the same again is told once", () => {
  expect(
    tell(
      begin(0),
      say(0, "Hello th"),
      begin(0),
      say(0, "Hel"),
      say(0, "lo there"),
      end("Hello there"),
    ),
  ).toEqual(["", "Hello th", "", "", "ere", ""]);
});

test("a thought that says something else the second time is told whole", () => {
  expect(tell(begin(0), say(0, "Yes, I"), begin(0), say(0, "No"), say(0, "."), end("No."))).toEqual(
    ["", "Yes, I", "", "\n\nNo", ".", ""],
  );
});

test("what the end says beyond the words is added", () => {
  expect(tell(begin(0), say(0, "Done."), end("Done.", "Not kept as a rule."))).toEqual([
    "",
    "Done.",
    "\nNot kept as a rule.",
  ]);
});

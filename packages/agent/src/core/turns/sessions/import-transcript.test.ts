import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { callRow, stepRow } from "../../testing/rows.ts";
import { importTranscript, saidOf } from "./import-transcript.ts";
import { renderTranscript } from "../../wiring/create-worker-deps.ts";

const transcript = renderTranscript({
  turn: toId("t1"),
  steps: [
    stepRow({
      input: "hello\nthere",
      calls: [callRow({ result: { type: "value", text: "seen" } })],
    }),
    stepRow({ n: 1, text: "Hi." }),
  ],
});

const lines = [
  { turn: "t1", role: "user", text: "hello\nthere" },
  { turn: "t1", role: "assistant", text: "" },
  { turn: "t1", role: "tool", text: "seen" },
  { turn: "t1", role: "assistant", text: "Hi." },
];

test("a transcript that was written is read again", () => {
  expect(importTranscript(transcript)).toEqual({ lines, malformed: [] });
});

test("damaged lines are left out and named", () => {
  const damaged = `\n{"turn":"t0","role":"us\n[]\n${transcript}{"turn":1}\nhello\n`;
  expect(importTranscript(damaged)).toEqual({
    lines,
    malformed: [
      { number: 2, text: '{"turn":"t0","role":"us' },
      { number: 3, text: "[]" },
      { number: 8, text: '{"turn":1}' },
      { number: 9, text: "hello" },
    ],
  });
  expect(importTranscript("")).toEqual({ lines: [], malformed: [] });
});

test("what was said is told without mark-up, hints and results", () => {
  const said = saidOf([
    {
      turn: "t1",
      role: "user",
      text: "[Focus: mail]\n[Terminal User (Ann, id:1, owner) 2026-02-20 15:30 UTC] <user_message>Any mail?</user_message>",
    },
    { turn: "t1", role: "assistant", text: "" },
    { turn: "t1", role: "tool", text: "three letters" },
    { turn: "t1", role: "assistant", text: "Three." },
    { turn: "t1", role: "user", text: "[The user stopped this before it was finished.]" },
    { turn: "t2", role: "user", text: "as another program writes" },
  ]);

  expect(said.map(({ turn, direction, text }) => ({ turn, direction, text }))).toEqual([
    { turn: "t1", direction: "in", text: "Any mail?" },
    { turn: "t1", direction: "out", text: "Three." },
    { turn: "t2", direction: "in", text: "as another program writes" },
  ]);
});

test("a message has the same id each time, also when it was said twice or a line before it was lost", () => {
  const once = { turn: "t1", role: "assistant", text: "Fine." } as const;
  const other = { turn: "t1", role: "assistant", text: "Well." } as const;
  const whole = saidOf([other, once, once, { ...once, turn: "t2" }]);
  const damaged = saidOf([once, once, { ...once, turn: "t2" }]);

  expect(damaged).toEqual(whole.slice(1));
  expect(new Set(whole.map(({ id }) => id)).size).toBe(4);
});

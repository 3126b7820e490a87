import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { callRow, stepRow } from "../testing/rows.ts";
import { importTranscript } from "./import-transcript.ts";
import { renderTranscript } from "./render-transcript.ts";

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
  expect(importTranscript(transcript)).toEqual({ lines, malformed: 0 });
});

test("damaged lines are left out and counted", () => {
  const damaged = `\n{"turn":"t0","role":"us\n[]\n${transcript}{"turn":1}\nhello\n`;
  expect(importTranscript(damaged)).toEqual({ lines, malformed: 4 });
  expect(importTranscript("")).toEqual({ lines: [], malformed: 0 });
});

import { expect, test } from "vitest";
import type { CallResult } from "../kernel/unit.ts";
import { describeResult, renderUnits } from "./render-units.ts";

const call = (id: string, result: CallResult) => ({ id, name: "look", args: { to: id }, result });

test("a step becomes the assistant's message and the results of its calls, in order", () => {
  const calls = [
    call("c1", { type: "value", text: "seen" }),
    call("c2", { type: "fault", code: "missing", text: "No such file." }),
  ];
  expect(
    renderUnits([
      { type: "input", text: "hi" },
      { type: "step", text: "So.", calls },
    ]),
  ).toEqual([
    { role: "user", text: "hi" },
    {
      role: "assistant",
      text: "So.",
      calls: [
        { id: "c1", name: "look", args: { to: "c1" } },
        { id: "c2", name: "look", args: { to: "c2" } },
      ],
    },
    { role: "tool", call: "c1", name: "look", text: "seen", isError: false },
    { role: "tool", call: "c2", name: "look", text: "missing: No such file.", isError: true },
  ]);
});

test("inputs in a row become one message", () => {
  const units = ["one", "two", "three"].map((text) => ({ type: "input", text }) as const);
  expect(renderUnits(units)).toEqual([{ role: "user", text: "one\ntwo\nthree" }]);
});

test.each<[CallResult, string, boolean]>([
  [{ type: "value", text: "seen" }, "seen", false],
  [{ type: "fault", code: "denied", text: "No." }, "denied: No.", true],
  [
    { type: "pending", approval: "a1" },
    "Waiting for approval a1. It has not run. Tell the user that it waits for their decision; do not call it again.",
    false,
  ],
  [
    { type: "unknown" },
    "Interrupted: it may or may not have happened. Look before you do it again.",
    true,
  ],
  [{ type: "aborted" }, "Stopped before it ended.", true],
])("a result of %j is read in words", (result, text, isError) => {
  expect(describeResult(result)).toBe(text);
  expect(renderUnits([{ type: "step", text: "", calls: [call("c1", result)] }]).at(-1)).toEqual({
    role: "tool",
    call: "c1",
    name: "look",
    text,
    isError,
  });
});

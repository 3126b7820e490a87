import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { ToolResult } from "../../../kernel/transcript.ts";
import { renderMessages } from "../../../llm/render-messages.ts";
import type { Step, StoredCall } from "../../../store/turns/turns.ts";
import { callRow, stepRow } from "../../testing/rows.ts";
import { toUnits } from "./to-units.ts";

test("a thought, its calls and its answer become units in their order", () => {
  const steps = [
    stepRow({ input: "hello", text: "Looking.", calls: [callRow({ args: { to: 1 } })] }),
    stepRow({ n: 1, text: "Found." }),
  ];
  expect(toUnits(steps)).toEqual([
    { type: "input", text: "hello" },
    {
      type: "step",
      text: "Looking.",
      calls: [
        { id: "call-1", name: "look", args: { to: 1 }, result: { type: "value", text: "seen" } },
      ],
    },
    { type: "step", text: "Found.", calls: [] },
  ]);
});

test("a thought that was not settled, or said and called nothing, leaves its input only", () => {
  expect(toUnits([stepRow({ input: "hello", state: "started", text: "Hel" })])).toEqual([
    { type: "input", text: "hello" },
  ]);
  expect(toUnits([stepRow({ kind: "close", input: "[Stopped.]" })])).toEqual([
    { type: "input", text: "[Stopped.]" },
  ]);
});

test("a released call is told as input, also when its turn ended with it", () => {
  const calls = [callRow({ origin: toId("a1") })];
  const released = stepRow({ kind: "decision", state: "started", calls });
  const told = { type: "input", text: "[Approval a1 allowed] look {}\nResult: seen" };
  expect(toUnits([released])).toEqual([told]);
  expect(toUnits([released, stepRow({ n: 1, text: "Done." })])).toEqual([
    told,
    { type: "step", text: "Done.", calls: [] },
  ]);
});

const results = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<ToolResult>(
    { type: "value", text: "seen" },
    { type: "fault", code: "missing", text: "No." },
    { type: "pending", approval: "a1" },
    { type: "unknown" },
    { type: "aborted" },
  ),
);

const anyStep: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom<Step["kind"]>("think", "decision", "close"),
    state: fc.constantFrom<Step["state"]>("started", "settled"),
    input: fc.option(fc.string({ minLength: 1 })),
    text: fc.string(),
    results: fc.array(results, { maxLength: 4 }),
  })
  .map(({ results: ofCalls, ...own }) =>
    stepRow({ ...own, calls: ofCalls.map((result): StoredCall => callRow({ result })) }),
  );

/** Each call gets an id of its own. */
function numbered(steps: readonly Step[]): readonly Step[] {
  return steps.map((step, n) => ({
    ...step,
    n,
    calls: step.calls.map((call, index) => ({ ...call, id: toId<"call">(`call-${n}-${index}`) })),
  }));
}

test("whatever the steps, each call has one result right after the message that made it", () => {
  fc.assert(
    fc.property(fc.array(anyStep), (rows) => {
      const messages = renderMessages(toUnits(numbered(rows)));
      const expected = messages.flatMap((message) => {
        if (message.role === "assistant")
          return ["assistant", ...message.calls.map(({ id }) => `result of ${id}`)];
        return message.role === "user" ? ["user"] : [];
      });
      expect(
        messages.map((message) =>
          message.role === "tool" ? `result of ${message.call}` : message.role,
        ),
      ).toEqual(expected);
    }),
  );
});

test("no two user messages stand side by side, and no input is lost", () => {
  fc.assert(
    fc.property(fc.array(anyStep), (rows) => {
      const messages = renderMessages(toUnits(rows));
      const roles = messages.map(({ role }) => role).join(" ");
      expect(roles).not.toContain("user user");
      const read = messages.filter(({ role }) => role === "user").map(({ text }) => text);
      for (const { input } of rows)
        expect(read.some((text) => text.includes(input ?? ""))).toBe(
          input !== null || read.length > 0,
        );
    }),
  );
});

test("more steps only add to what was rendered before, so that a prompt cache keeps working", () => {
  fc.assert(
    fc.property(fc.array(anyStep), fc.array(anyStep), (before, after) => {
      const steps = numbered([...before, ...after]);
      const units = toUnits(steps.slice(0, before.length));
      expect(toUnits(steps).slice(0, units.length)).toEqual(units);
    }),
  );
});

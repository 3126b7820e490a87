import { expect, test } from "vitest";
import type { ToolResult } from "../../../kernel/transcript.ts";
import { toId } from "../../../kernel/ids.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";
import { callRow, stepRow } from "../../testing/rows.ts";
import { chooseMark, maskTurns, pays } from "./mask.ts";

const long: ToolResult = { type: "value", text: "found a lot ".repeat(300) };
const masked: ToolResult = { type: "value", text: "[Tool: look - OK]" };

const turn = (id: string, results: readonly ToolResult[]): TurnHistory => ({
  turn: toId(id),
  steps: [stepRow({ input: "hi", calls: results.map((result) => callRow({ result })) })],
});
const many = (count: number) => Array.from({ length: count }, () => long);

const whole = { through: null, isKept: () => false };

test("results up to the mark become one line, errors and short ones stay", () => {
  const others: readonly ToolResult[] = [
    { type: "fault", code: "invalid", text: "wrong ".repeat(100) },
    { type: "unknown" },
    { type: "value", text: "ok" },
  ];
  const turns = [turn("t1", [long, ...others]), turn("t2", [long]), turn("t3", [long])];
  expect(maskTurns(turns, { ...whole, through: toId("t2") })).toEqual([
    turn("t1", [masked, ...others]),
    turn("t2", [masked]),
    turn("t3", [long]),
  ]);
  expect(maskTurns(turns, whole)).toEqual(turns);
  expect(maskTurns(turns, { through: toId("t3"), isKept: (tool) => tool === "look" })).toEqual(
    turns,
  );
});

test("the newest ten results are never shortened", () => {
  expect(chooseMark([turn("t1", many(30)), turn("t2", many(9))], whole)).toBe(undefined);
  expect(chooseMark([turn("t1", many(30)), turn("t2", many(10))], whole)).toBe("t1");
});

test("nothing is shortened while rewriting the rest costs more than it saves", () => {
  const turns = [turn("t1", many(5)), turn("t2", many(30))];
  expect(chooseMark(turns, whole)).toBe(undefined);
  const later = [...turns, ...Array.from({ length: 90 }, (_, index) => turn(`u${index}`, []))];
  expect(chooseMark(later, whole)).toBe("t1");
});

test("the mark moves in batches, over what was shortened before", () => {
  const turns = [turn("t1", many(30)), turn("t2", many(30)), turn("t3", many(10))];
  expect(chooseMark(turns, whole)).toBe("t2");
  expect(chooseMark(turns, { ...whole, through: toId("t1") })).toBe("t2");
  expect(chooseMark(turns, { ...whole, through: toId("t2") })).toBe(undefined);
  const little = turns.with(1, turn("t2", many(2)));
  expect(chooseMark(little, { ...whole, through: toId("t1") })).toBe(undefined);
});

test("kept results are no reason to shorten", () => {
  const turns = [turn("t1", many(30)), turn("t2", many(10))];
  expect(chooseMark(turns, { through: null, isKept: () => true })).toBe(undefined);
});

test.each([
  { saved: 1000, behind: 869, requests: 0, worthIt: true },
  { saved: 1000, behind: 870, requests: 0, worthIt: false },
  { saved: 1000, behind: 1738, requests: 20, worthIt: true },
  { saved: 1000, behind: 1740, requests: 20, worthIt: false },
  { saved: 1000, behind: 8695, requests: 500, worthIt: true },
  { saved: 1000, behind: 8696, requests: 500, worthIt: false },
])("saving $saved with $behind behind pays after $requests requests: $worthIt", (figures) => {
  expect(pays(figures)).toBe(figures.worthIt);
});

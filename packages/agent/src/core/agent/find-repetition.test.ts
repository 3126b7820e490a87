import { expect, test } from "vitest";
import { callRow, stepRow } from "../testing/rows.ts";
import { findRepetition } from "./find-repetition.ts";

const asked = (name: string, argsHash: string) => ({ name, argsHash });
const before = (...calls: [tool: string, argsHash: string][]) =>
  calls.map(([tool, argsHash]) => stepRow({ calls: [callRow({ tool, argsHash })] }));

test("the third call with the same arguments is a repetition, the second is not", () => {
  expect(findRepetition(before(["look", "1"]), [asked("look", "1")])).toBeUndefined();
  expect(findRepetition(before(["look", "1"], ["look", "1"]), [asked("look", "1")])).toEqual(
    asked("look", "1"),
  );
});

test("another tool or other arguments begin a count of their own", () => {
  const steps = before(["look", "1"], ["look", "1"]);
  expect(findRepetition(steps, [asked("look", "2"), asked("list", "1")])).toBeUndefined();
});

test("calls of one step count too, and the first that is one too many is named", () => {
  const calls = [asked("list", "1"), asked("look", "1"), asked("look", "1"), asked("look", "1")];
  expect(findRepetition([], calls)).toBe(calls[3]);
  expect(findRepetition([], calls.slice(0, 3))).toBeUndefined();
});

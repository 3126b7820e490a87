import { expect, test } from "vitest";
import type { Passage } from "../../store/search/passages.ts";
import { planChanges } from "./plan-changes.ts";
import type { FilePassage } from "./to-passages.ts";

const path = "knowledge/a#b.md";

function stored(id: number, ref: string, text: string): Passage {
  const scope = { tenant: "home", audience: "owner", chat: null, source: "knowledge" } as const;
  return { id, ref: `${path}#${ref}`, scope, text, author: null, integrity: "owner", at: 1 };
}

function said(text: string, change: Partial<FilePassage> = {}): FilePassage {
  return { kind: "memory", integrity: "owner", at: 2, text, ...change };
}

test("leaves alone what says the same, wherever it moved", () => {
  const there = [stored(1, "1", "one"), stored(2, "2", "two")];
  expect(planChanges(path, there, [said("two"), said("one")])).toEqual({ remove: [], put: [] });
});

test("removes what is gone, and gives new text a number that was not in use", () => {
  const there = [stored(1, "1", "one"), stored(2, "2", "two"), stored(3, "learned-1", "three")];
  const now = [said("new"), said("two"), said("four", { kind: "learned" })];
  expect(planChanges(path, there, now)).toEqual({
    remove: [there[0], there[2]],
    put: [
      { ...said("new"), ref: `${path}#3` },
      { ...said("four", { kind: "learned" }), ref: `${path}#learned-4` },
    ],
  });
});

test("counts passages that say the same", () => {
  const there = [stored(1, "1", "one"), stored(2, "2", "one")];
  expect(planChanges(path, there, [said("one")])).toEqual({ remove: [there[1]], put: [] });
  expect(planChanges(path, there.slice(1), [said("one"), said("one")])).toEqual({
    remove: [],
    put: [{ ...said("one"), ref: `${path}#1` }],
  });
});

test("stores a text anew when someone else stands behind it", () => {
  const there = [stored(1, "1", "one")];
  const now = [said("one", { integrity: "member" })];
  expect(planChanges(path, there, now)).toEqual({
    remove: there,
    put: [{ ...now[0], ref: `${path}#2` }],
  });
});

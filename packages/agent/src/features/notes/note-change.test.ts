import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { noteChange } from "./note-change.ts";

const owner = { tenant: "home", person: toId<"person">("ann") };
const milk = { id: "n1", title: undefined, text: "milk", tags: [], createdAt: 1, updatedAt: 1 };
const cream = { ...milk, text: "cream", updatedAt: 2 };
const line = { ...owner, id: "note:n1:5", ref: "n1", at: 5, undoneAt: null };

test("a note that came, changed or went leaves a line with both versions", () => {
  expect(noteChange(owner, { before: null, after: milk, at: 5 })).toEqual({
    ...line,
    kind: "note-created",
    before: null,
    after: milk,
  });
  expect(noteChange(owner, { before: milk, after: cream, at: 5 })).toEqual({
    ...line,
    kind: "note-changed",
    before: milk,
    after: cream,
  });
  expect(noteChange(owner, { before: cream, after: null, at: 5 })).toEqual({
    ...line,
    kind: "note-deleted",
    before: cream,
    after: null,
  });
});

test("a note that says the same leaves none", () => {
  const again = { ...milk, updatedAt: 9 };
  expect(noteChange(owner, { before: milk, after: again, at: 9 })).toBe(undefined);
  expect(noteChange(owner, { before: null, after: null, at: 9 })).toBe(undefined);
});

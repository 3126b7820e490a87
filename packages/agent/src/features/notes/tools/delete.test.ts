import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { fakeNotes } from "../testing/fake-notes.ts";
import { noteDelete } from "./delete.ts";

test("deletes a note, and knows afterwards that it did", async () => {
  const notes = fakeNotes();
  await notes.create({ id: "n1", text: "Buy milk" });
  const kept = await notes.create({ id: "n2", text: "Buy tea" });
  const expected = await noteDelete.expect?.({ id: "n1" }, { ...callContext(), notes });
  const context = { ...callContext(), notes, expected };

  expect(await noteDelete.probe?.({ id: "n1" }, context)).toEqual({ state: "not-done" });
  const value = await noteDelete.run({ id: "n1" }, context);
  expect(value).toEqual({ deleted: "n1" });
  expect(await noteDelete.probe?.({ id: "n1" }, context)).toEqual({ state: "done", value });
  expect(await notes.list({ limit: 10 })).toEqual([kept]);
});

test("says that a note was not there", async () => {
  const context = { ...callContext(), notes: fakeNotes() };
  await expect(noteDelete.run({ id: "n1" }, context)).rejects.toMatchObject({ code: "missing" });
});

test("asks with the note's id", () => {
  expect(noteDelete.confirm?.({ id: "n1" }, { language: "en" })).toBe(
    'Permanently delete the note "n1"?',
  );
});

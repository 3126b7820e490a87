import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { fakeNotes } from "../testing/fake-notes.ts";
import { noteUpdate } from "./update.ts";

test("changes what is given and keeps the rest", async () => {
  const notes = fakeNotes();
  await notes.create({ id: "n1", text: "Buy milk", title: "Shopping", tags: ["home"] });
  expect(await noteUpdate.run({ id: "n1", text: "Buy tea" }, { ...callContext(), notes })).toEqual({
    id: "n1",
    text: "Buy tea",
    title: "Shopping",
    tags: ["home"],
    createdAt: 1,
    updatedAt: 2,
  });
});

test("asks for something to change", async () => {
  const notes = fakeNotes();
  await expect(noteUpdate.run({ id: "n1" }, { ...callContext(), notes })).rejects.toMatchObject({
    code: "invalid",
    message: "Nothing to change in note n1.",
  });
});

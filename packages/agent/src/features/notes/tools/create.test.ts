import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { fakeNotes } from "../testing/fake-notes.ts";
import { noteCreate } from "./create.ts";

test("saves a note once a call", async () => {
  const notes = fakeNotes();
  const draft = { text: "Buy milk", title: "Shopping", tags: ["home"] };
  const first = await noteCreate.run(draft, { ...callContext("call-1"), notes });
  const again = await noteCreate.run(draft, { ...callContext("call-1"), notes });
  const other = await noteCreate.run({ text: "Else" }, { ...callContext("call-2"), notes });

  const saved = { ...draft, id: "note-5d7963c4f471", createdAt: 1, updatedAt: 1 };
  expect([first, again]).toEqual([saved, saved]);
  expect(await notes.list({ limit: 10 })).toEqual([other, saved]);
});

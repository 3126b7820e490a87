import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { fakeNotes } from "../testing/fake-notes.ts";
import { noteList } from "./list.ts";

test("lists the newest notes, all or those with a tag", async () => {
  const notes = fakeNotes();
  const old = await notes.create({ id: "n1", text: "Buy milk", tags: ["home"] });
  const young = await notes.create({ id: "n2", text: "Write report" });
  const context = { ...callContext(), notes };

  const list = (args: unknown) => noteList.run(noteList.params.parse(args), context);
  expect(await list({})).toEqual({ notes: [young, old] });
  expect(await list({ limit: 1 })).toEqual({ notes: [young] });
  expect(await list({ tag: "home" })).toEqual({ notes: [old] });
});

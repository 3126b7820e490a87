import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { fakeNotes } from "../testing/fake-notes.ts";
import { noteSearch } from "./search.ts";

test("finds notes that hold the words", async () => {
  const notes = fakeNotes();
  const milk = await notes.create({ id: "n1", text: "Buy milk" });
  await notes.create({ id: "n2", text: "Write report" });
  const context = { ...callContext(), notes };

  const search = (args: unknown) => noteSearch.run(noteSearch.params.parse(args), context);
  expect(await search({ query: "milk" })).toEqual({ notes: [milk] });
  expect(await search({ query: "cheese" })).toEqual({ notes: [] });
});

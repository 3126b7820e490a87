import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { createNotes, type NotesDeps } from "./create-notes.ts";

/** The notes of two people in one store, and a clock that moves on with each look. */
async function openNotes(findOfAnn?: NotesDeps["find"]) {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-notes-"));
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  let now = 0;
  const clock = { now: () => (now += 1) };
  const notesOf = async (name: string, find?: NotesDeps["find"]) => {
    const person = { id: toId<"person">(name), tenant: "home", role: "member" as const, name };
    const identity = { tenant: "home", channel: "cli", externalId: name };
    await store.commit("accept", (tx) => tx.people.add(person, identity));
    return createNotes(store, { tenant: "home", person: person.id }, { ...clock, find });
  };
  return {
    ann: await notesOf("ann", findOfAnn),
    bob: await notesOf("bob"),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

const milk = {
  id: "n1",
  title: "Shopping",
  text: "Oat milk",
  tags: ["home"],
  createdAt: 1,
  updatedAt: 1,
};

test("creating a note twice under one id returns the one that is there", async () => {
  await using open = await openNotes();
  const { id, title, text, tags } = milk;
  expect(await open.ann.create({ id, title, text, tags })).toEqual(milk);
  expect(await open.ann.create({ id, text: "Something else" })).toEqual(milk);
  expect(await open.ann.list({ limit: 10 })).toEqual([milk]);
});

test("an update changes what it names and keeps the rest", async () => {
  await using open = await openNotes();
  const { id, title, text, tags } = milk;
  await open.ann.create({ id, title, text, tags });
  const changed = { ...milk, text: "Soy milk", updatedAt: 2 };
  expect(await open.ann.update(id, { text: "Soy milk" })).toEqual(changed);
  expect(await open.ann.list({ limit: 10 })).toEqual([changed]);
});

test("another person's notes do not exist", async () => {
  await using open = await openNotes();
  await open.ann.create({ id: "n1", text: "Ann's secret milk", tags: ["home"] });
  const missing = { code: "missing", message: "Note not found: n1" };

  expect(await open.bob.list({ limit: 10 })).toEqual([]);
  expect(await open.bob.list({ limit: 10, tag: "home" })).toEqual([]);
  expect(await open.bob.search("milk", { limit: 10 })).toEqual([]);
  await expect(open.bob.update("n1", { text: "mine" })).rejects.toMatchObject(missing);
  await expect(open.bob.remove("n1")).rejects.toMatchObject(missing);
  expect((await open.ann.list({ limit: 10 })).map(({ text }) => text)).toEqual([
    "Ann's secret milk",
  ]);
});

test("a removed note is gone, and removing it again says so", async () => {
  await using open = await openNotes();
  await open.ann.create({ id: "n1", text: "milk" });
  await open.ann.remove("n1");
  expect(await open.ann.list({ limit: 10 })).toEqual([]);
  await expect(open.ann.remove("n1")).rejects.toMatchObject({
    code: "missing",
    hint: "Find the note's id with note_list or note_search.",
  });
});

test("lists the newest first, of one tag if asked, and no more than wanted", async () => {
  await using open = await openNotes();
  for (const [id, tag] of [
    ["n1", "home"],
    ["n2", "work"],
    ["n3", "home"],
    ["n4", "home"],
  ] as const)
    await open.ann.create({ id, text: id, tags: [tag] });
  const listed = async (options: { limit: number; tag?: string }) =>
    (await open.ann.list(options)).map(({ id }) => id);

  expect(await listed({ limit: 3 })).toEqual(["n4", "n3", "n2"]);
  expect(await listed({ limit: 2, tag: "home" })).toEqual(["n4", "n3"]);
  expect(await listed({ limit: 10, tag: "none" })).toEqual([]);
});

test("finds notes by words in text, title and tags, the best first", async () => {
  await using open = await openNotes();
  await open.ann.create({ id: "text", text: "Buy OAT milk" });
  await open.ann.create({ id: "title", title: "Milk", text: "two litres" });
  await open.ann.create({ id: "tag", text: "the cow", tags: ["milk"] });
  await open.ann.create({ id: "none", text: "bread" });
  const found = async (query: string, limit = 10) =>
    (await open.ann.search(query, { limit })).map(({ id }) => id);

  expect(await found("milk")).toEqual(["tag", "title", "text"]);
  expect(await found("buy oat milk", 2)).toEqual(["text", "tag"]);
  expect(await found("100%")).toEqual([]);
  expect(await found("?")).toEqual([]);
});

test("finds notes by meaning too, those of the person alone, and none that are about something else", async () => {
  const found = ["bobs", "unlike", "like", "worded", "gone"];
  const similarities: Readonly<Record<string, number>> = { bobs: 0.9, unlike: 0.2, like: 0.4 };
  await using open = await openNotes(async () =>
    found.map((id) => ({ id, similarity: similarities[id] })),
  );
  for (const id of ["like", "unlike"]) await open.ann.create({ id, text: "bread" });
  await open.ann.create({ id: "worded", text: "oat milk" });
  await open.ann.create({ id: "old", text: "milk" });
  await open.bob.create({ id: "bobs", text: "milk" });
  const search = async (limit: number) =>
    (await open.ann.search("milk", { limit })).map(({ id }) => id);
  expect(await search(10)).toEqual(["like", "worded", "old"]);
  expect(await search(2)).toEqual(["like", "worded"]);
});

import type { Note } from "@reeve/operations/memory/notes";
import { expect, test } from "vitest";
import type { NoteOwner } from "../../../items/notes.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, ann, bob } from "../../rows.ts";

const anns: NoteOwner = { tenant: "home", person: ann.id };
const bobs: NoteOwner = { tenant: "home", person: bob.id };

export function noteTests(open: OpenStore): void {
  test("a note comes back whole, and changes whole", async () => {
    await using opened = await open();
    const { store } = opened;
    const note = newNote("n1", { title: "To buy", text: "milk\n'eggs' \\ 🥚", tags: ["a b", "ü"] });
    const changed = newNote("n1", { text: "bread", tags: [], updatedAt: 99 });
    await addNotes(store, anns, [note]);
    expect(await store.read.notes.byId(anns, "n1")).toEqual(note);

    await store.commit("note", (tx) => tx.notes.replace(anns, changed));

    expect(await store.slow.notes.byId(anns, "n1")).toEqual(changed);
    expect(await idsOf(store, ["milk"])).toEqual([]);
    expect(await idsOf(store, ["bread"])).toEqual(["n1"]);
  });

  test("a note can be searched as it is, by its person alone, until it is removed", async () => {
    await using opened = await open();
    const { store } = opened;
    const scope = { tenant: "home", audience: ann.id, chat: null, source: "note" } as const;
    const passages = () => store.read.passages.list(scope);
    const note = newNote("n1", { title: "To buy", text: "milk", tags: ["a b", "c"], updatedAt: 7 });
    await addNotes(store, anns, [note]);
    const [first] = await passages();
    expect(first).toEqual({
      id: first?.id,
      scope,
      ref: "n1",
      author: null,
      integrity: "owner",
      at: 7,
      text: "To buy\nmilk\n#a b #c",
    });

    await store.commit("note", (tx) => tx.notes.add(anns, newNote("n1", { text: "second" })));
    expect(await passages()).toEqual([first]);
    const changed = newNote("n1", { text: "bread", updatedAt: 8 });
    await store.commit("note", (tx) => tx.notes.replace(anns, changed));
    expect(await passages()).toMatchObject([{ ref: "n1", at: 8, text: "bread" }]);
    await store.commit("note", (tx) => tx.notes.replace(bobs, newNote("n1", { text: "stolen" })));
    expect((await passages()).map(({ text }) => text)).toEqual(["bread"]);
    await store.commit("note", (tx) => tx.notes.remove(anns, "n1"));
    expect(await passages()).toEqual([]);
  });

  test("adding a note again changes nothing", async () => {
    await using opened = await open();
    const { store } = opened;
    await addNotes(store, anns, [newNote("n1", { text: "first" })]);
    await store.commit("note", (tx) => tx.notes.add(anns, newNote("n1", { text: "second" })));
    expect(await store.read.notes.list(anns, 9)).toEqual([newNote("n1", { text: "first" })]);
  });

  test("another person's notes do not exist", async () => {
    await using opened = await open();
    const { store } = opened;
    const note = newNote("n1", { text: "secret" });
    await addNotes(store, anns, [note]);
    const elsewhere = { ...anns, tenant: "work" };

    for (const stranger of [bobs, elsewhere]) {
      expect(await store.read.notes.byId(stranger, "n1")).toBe(undefined);
      expect(await store.read.notes.list(stranger, 9)).toEqual([]);
      expect(await store.read.notes.count(stranger)).toBe(0);
      expect(await store.read.notes.withWords(stranger, ["secret"])).toEqual([]);
      await store.commit("note", async (tx) => {
        await tx.notes.replace(stranger, newNote("n1", { text: "taken over" }));
        await tx.notes.add(stranger, newNote("n1", { text: "taken over" }));
        expect(await tx.notes.remove(stranger, "n1")).toBe(false);
      });
    }

    expect(await store.read.notes.list(anns, 9)).toEqual([note]);
    expect(await store.read.notes.count(anns)).toBe(1);
  });

  test("a removed note is gone, and removing it again says so", async () => {
    await using opened = await open();
    const { store } = opened;
    await addNotes(store, anns, [newNote("n1"), newNote("n2")]);
    const remove = () => store.commit("note", (tx) => tx.notes.remove(anns, "n1"));
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect(await store.read.notes.list(anns, 9)).toEqual([newNote("n2")]);
  });

  test("notes are listed newest first, up to a limit", async () => {
    await using opened = await open();
    const { store } = opened;
    await addNotes(store, anns, [
      newNote("old", { createdAt: 1 }),
      newNote("new", { createdAt: 3 }),
      newNote("mid", { createdAt: 2 }),
    ]);
    const listed = await store.read.notes.list(anns, 2);
    expect(listed.map(({ id }) => id)).toEqual(["new", "mid"]);
  });

  test("words are found in title, text and tags, whatever their case", async () => {
    await using opened = await open();
    const { store } = opened;
    await addNotes(store, anns, [
      newNote("title", { title: "ÄPFEL kaufen", text: "x", createdAt: 5 }),
      newNote("text", { text: "drei äpfel", createdAt: 4 }),
      newNote("tag", { text: "x", tags: ["Äpfel"], createdAt: 3 }),
      newNote("other", { text: "Birnen", createdAt: 2 }),
    ]);
    expect(await idsOf(store, ["Äpfel"])).toEqual(["title", "text", "tag"]);
    expect(await idsOf(store, ["birnen", "drei"])).toEqual(["text", "other"]);
    expect(await idsOf(store, [])).toEqual([]);
    expect(await idsOf(store, ["kirschen"])).toEqual([]);
  });

  test.each(["50%", "a_b", "c\\d", "it's", 'say "hi"', "日本", "🥚", "ñandú", "%", "_", "\\"])(
    "%s is found as it stands, and nothing else is",
    async (word) => {
      await using opened = await open();
      const { store } = opened;
      await addNotes(store, anns, [
        newNote("holds", { text: `before ${word} after` }),
        newNote("holds not", { text: "50 euro, axb, cxd, its, say hi, nandu" }),
      ]);
      expect(await idsOf(store, [word])).toEqual(["holds"]);
    },
  );
}

function newNote(id: string, change: Partial<Note> = {}): Note {
  return { id, title: undefined, text: id, tags: [], createdAt: 10, updatedAt: 10, ...change };
}

async function addNotes(store: Store, owner: NoteOwner, notes: readonly Note[]): Promise<void> {
  await addPeople(store);
  await store.commit("note", async (tx) => {
    for (const note of notes) await tx.notes.add(owner, note);
  });
}

async function idsOf(store: Store, words: readonly string[]): Promise<readonly string[]> {
  return (await store.read.notes.withWords(anns, words)).map(({ id }) => id);
}

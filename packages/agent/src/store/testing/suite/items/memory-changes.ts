import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { MemoryChange } from "../../../items/memory-changes.ts";
import type { Profile } from "../../../people/profiles.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, ann, bob } from "../../rows.ts";

const anns = { tenant: "home", person: ann.id };
const bobs = { tenant: "home", person: bob.id };

export function memoryChangeTests(open: OpenStore): void {
  test("a change comes back whole, and once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    const note = { id: "n1", title: undefined, text: "x", tags: [], createdAt: 1, updatedAt: 1 };
    const changes: readonly MemoryChange[] = [
      { ...row("c1"), kind: "fact-added", ref: "f1", before: null, after: "it's \\ 🐈" },
      {
        ...row("c2"),
        kind: "fact-superseded",
        ref: "f2",
        before: [{ id: "f1", text: "old" }],
        after: "new",
      },
      { ...row("c3"), kind: "note-deleted", ref: "n1", before: note, after: null },
    ];
    await store.commit("change-memory", async (tx) => {
      for (const change of [...changes, ...changes]) await tx.memoryChanges.add(change);
    });
    expect(await store.read.memoryChanges.list(anns, 9)).toEqual(changes.toReversed());
    expect(await store.read.memoryChanges.list(anns, 1)).toEqual([changes[2]]);
    expect(await store.read.memoryChanges.byId(anns, "c2")).toEqual(changes[1]);
  });

  test("the newest that stands is the one to undo, of each person their own", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    await store.commit("change-memory", async (tx) => {
      for (const id of ["c1", "c2"]) await tx.memoryChanges.add(added(id));
      await tx.memoryChanges.add({ ...added("c3"), person: bob.id });
      await tx.memoryChanges.add({ ...added("c4"), tenant: "work" });
    });
    const newest = async () => (await store.read.memoryChanges.newest(anns))?.id;
    const undo = (id: string) =>
      store.commit("change-memory", (tx) => tx.memoryChanges.markUndone(id, 50));

    expect(await newest()).toBe("c2");
    expect([await undo("c2"), await undo("c2")]).toEqual([true, false]);
    expect(await newest()).toBe("c1");
    expect(await store.read.memoryChanges.byId(anns, "c2")).toEqual({
      ...added("c2"),
      undoneAt: 50,
    });
    expect(await store.read.memoryChanges.byId(bobs, "c2")).toBe(undefined);
    await undo("c1");
    expect(await newest()).toBe(undefined);
  });

  test("what is forgotten has no history", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    await store.commit("change-memory", async (tx) => {
      await tx.memoryChanges.add({ ...added("c1"), ref: "f1" });
      await tx.memoryChanges.add({ ...added("c2"), ref: "f1", person: bob.id });
      await tx.memoryChanges.add({ ...added("c3"), ref: "f2" });
      await tx.memoryChanges.forget("f1");
    });
    const left = await store.read.memoryChanges.list(anns, 9);
    expect(left.map(({ id }) => id)).toEqual(["c3"]);
    expect(await store.read.memoryChanges.list(bobs, 9)).toEqual([]);
  });

  test("a person has one profile, which is stale when a fact behind it is gone", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    const profile: Profile = {
      ...anns,
      fixed: "By hand.",
      text: "Likes 'tea'.",
      evidence: [toId("f1"), toId("f12")],
      updatedAt: 10,
      isStale: false,
    };
    const write = (text: string) =>
      store.commit("write-profile", (tx) => tx.profiles.put({ ...profile, text }));
    await write("Something else.");
    await write(profile.text);
    const mark = (owner: typeof anns, fact: string) =>
      store.commit("learn", (tx) => tx.profiles.markStale(owner, toId(fact)));
    await mark(bobs, "f1");
    await mark(anns, "f2");
    expect(await store.read.profiles.of(anns)).toEqual(profile);
    expect(await store.read.profiles.of(bobs)).toBe(undefined);
    expect(await store.read.profiles.stale()).toEqual([]);

    await mark(anns, "f12");

    expect(await store.read.profiles.of(anns)).toEqual({ ...profile, isStale: true });
    expect(await store.read.profiles.stale()).toEqual([anns]);
    await store.commit("change-memory", (tx) => tx.profiles.remove(anns));
    expect(await store.read.profiles.of(anns)).toBe(undefined);
  });
}

function row(id: string) {
  return { id, ...anns, at: 10, undoneAt: null };
}

function added(id: string): MemoryChange {
  return { ...row(id), kind: "fact-added", ref: `f-${id}`, before: null, after: id };
}

import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { PersonKey } from "../../../people/people.ts";
import type { StoredReadingItem } from "../../../items/reading-list.ts";
import type { Store } from "../../../store.ts";
import type { StoredTask } from "../../../items/tasks.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, addChat, ann, bob } from "../../rows.ts";

const anns: PersonKey = { tenant: "home", person: ann.id };
const bobs: PersonKey = { tenant: "home", person: bob.id };
const web = {
  integrity: "web",
  audience: "all",
  sources: [{ kind: "other", where: "web page example.com", integrity: "web" }],
} as const;

export function assistantTests(open: OpenStore): void {
  test("a task comes back whole, and changes whole", async () => {
    await using opened = await open();
    const { store } = opened;
    const task = newTask("t1", {
      due: { at: 500, isDateOnly: true },
      project: "Küche",
      notes: "it's\nurgent",
      priority: "high",
      label: web,
    });
    const changed = newTask("t1", { title: "bread", status: "done", doneAt: 9, updatedAt: 9 });
    await addTasks(store, [task]);
    expect(await store.read.tasks.byId(anns, "t1")).toEqual(task);

    await store.commit("note", (tx) => tx.tasks.replace(anns, changed));

    expect(await store.slow.tasks.byId(anns, "t1")).toEqual(changed);
  });

  test("adding a task or something to read again changes nothing", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTasks(store, [newTask("t1")]);
    await addReadings(store, [newReading("r1")]);
    await store.commit("note", async (tx) => {
      await tx.tasks.add(anns, newTask("t1", { title: "second" }));
      await tx.readingList.add(anns, newReading("r1", { title: "second" }));
    });
    expect(await store.read.tasks.list(anns, { limit: 9 })).toEqual([newTask("t1")]);
    expect(await store.read.readingList.list(anns, { limit: 9 })).toEqual([newReading("r1")]);
  });

  test("open tasks come first, by when they are due, then done ones, newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTasks(store, [
      newTask("some day", { createdAt: 1 }),
      newTask("later", { due: { at: 900, isDateOnly: false } }),
      newTask("done first", { status: "done", doneAt: 3, due: { at: 1, isDateOnly: false } }),
      newTask("done last", { status: "done", doneAt: 4 }),
      newTask("soon", { due: { at: 100, isDateOnly: false } }),
    ]);
    const ids = async (filter: Parameters<typeof store.read.tasks.list>[1]) =>
      (await store.read.tasks.list(anns, filter)).map(({ id }) => id);

    expect(await ids({ limit: 9 })).toEqual([
      "soon",
      "later",
      "some day",
      "done last",
      "done first",
    ]);
    expect(await ids({ limit: 4 })).toEqual(["soon", "later", "some day", "done last"]);
    expect(await ids({ limit: 2 })).toEqual(["soon", "later"]);
    expect(await ids({ status: "todo", limit: 2 })).toEqual(["soon", "later"]);
    expect(await ids({ status: "done", limit: 9 })).toEqual(["done last", "done first"]);
    expect(await ids({ dueBefore: 900, limit: 9 })).toEqual(["soon", "done first"]);
  });

  test("tasks of a project are found whatever its case", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTasks(store, [newTask("t1", { project: "KÜCHE" }), newTask("t2", { project: "Bad" })]);
    const found = await store.read.tasks.list(anns, { project: "küche", limit: 9 });
    expect(found.map(({ id }) => id)).toEqual(["t1"]);
  });

  test("another person's tasks and reading list do not exist", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTasks(store, [newTask("t1")]);
    await addReadings(store, [newReading("r1")]);

    for (const stranger of [bobs, { ...anns, tenant: "work" }]) {
      expect(await store.read.tasks.byId(stranger, "t1")).toBe(undefined);
      expect(await store.read.tasks.list(stranger, { limit: 9 })).toEqual([]);
      expect(await store.read.readingList.byId(stranger, "r1")).toBe(undefined);
      expect(await store.read.readingList.list(stranger, { limit: 9 })).toEqual([]);
      await store.commit("note", async (tx) => {
        await tx.tasks.replace(stranger, newTask("t1", { title: "taken over" }));
        await tx.readingList.replace(stranger, newReading("r1", { title: "taken over" }));
        expect(await tx.tasks.remove(stranger, "t1")).toBe(false);
        expect(await tx.readingList.remove(stranger, "r1")).toBe(false);
      });
    }

    expect(await store.read.tasks.byId(anns, "t1")).toEqual(newTask("t1"));
    expect(await store.read.readingList.byId(anns, "r1")).toEqual(newReading("r1"));
  });

  test("something to read comes back whole, and changes whole", async () => {
    await using opened = await open();
    const { store } = opened;
    const reading = newReading("r1", {
      url: "https://example.com/tides",
      summary: "About the sea.",
      text: "for the weekend",
      tags: ["sea", "a b"],
      label: web,
    });
    await addReadings(store, [reading]);
    expect(await store.read.readingList.byId(anns, "r1")).toEqual(reading);
    const read = { ...reading, status: "done", doneAt: 8 } as const;
    await store.commit("note", (tx) => tx.readingList.replace(anns, read));
    expect(await store.slow.readingList.byId(anns, "r1")).toEqual(read);
  });

  test("what is to be read is listed newest first, by status and by tag", async () => {
    await using opened = await open();
    const { store } = opened;
    await addReadings(store, [
      newReading("old", { createdAt: 1, tags: ["Meer"] }),
      newReading("read", { createdAt: 2, status: "done", doneAt: 5 }),
      newReading("new", { createdAt: 3, tags: ["100%", "Ärger"] }),
      newReading("other", { createdAt: 2, tags: ["1000", "Meerblick"] }),
    ]);
    const ids = async (filter: Parameters<typeof store.read.readingList.list>[1]) =>
      (await store.read.readingList.list(anns, filter)).map(({ id }) => id);

    expect(await ids({ limit: 9 })).toEqual(["new", "read", "other", "old"]);
    expect(await ids({ limit: 1 })).toEqual(["new"]);
    expect(await ids({ status: "unread", limit: 9 })).toEqual(["new", "other", "old"]);
    expect(await ids({ status: "done", limit: 9 })).toEqual(["read"]);
    expect(await ids({ tag: "meer", limit: 9 })).toEqual(["old"]);
    expect(await ids({ tag: "100%", limit: 9 })).toEqual(["new"]);
    expect(await ids({ tag: "ärger", limit: 9 })).toEqual(["new"]);
  });

  test("tasks and what is to be read are found by their words, until they are removed", async () => {
    await using opened = await open();
    const { store } = opened;
    const scope = { tenant: "home", audience: ann.id, chat: null, source: "note" } as const;
    const passages = async () =>
      (await store.read.passages.list(scope)).map(({ ref, at, text, integrity }) => ({
        ref,
        at,
        text,
        integrity,
      }));
    await addTasks(store, [newTask("t1", { title: "Call the bank", project: "money" })]);
    await addReadings(store, [
      newReading("r1", { title: "Tides", summary: "About the sea.", tags: ["sea"], label: web }),
    ]);
    expect(await passages()).toEqual([
      { ref: "t1", at: 10, text: "To do: Call the bank\n#money", integrity: "owner" },
      { ref: "r1", at: 10, text: "To read: Tides\nAbout the sea.\n#sea", integrity: "web" },
    ]);

    const done = newTask("t1", { title: "Call the bank", status: "done", updatedAt: 12 });
    await store.commit("note", (tx) => tx.tasks.replace(anns, done));
    expect((await passages()).find(({ ref }) => ref === "t1")).toEqual({
      ref: "t1",
      at: 12,
      text: "Done: Call the bank",
      integrity: "owner",
    });
    await store.commit("note", async (tx) => {
      expect(await tx.tasks.remove(anns, "t1")).toBe(true);
      expect(await tx.readingList.remove(anns, "r1")).toBe(true);
    });
    expect(await passages()).toEqual([]);
  });

  test("preferences are each person's own, and change whole", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const wishes = {
      timeZone: "Europe/Lisbon",
      quiet: { from: "22:00", to: "07:00" },
      chat: toId<"chat">("p1"),
      briefing: "07:30",
      language: "de",
    };
    expect(await store.read.preferences.of(anns)).toEqual({});
    await store.commit("configure-place", (tx) => tx.preferences.put(anns, wishes));
    expect(await store.read.preferences.of(anns)).toEqual(wishes);
    expect(await store.read.preferences.of(bobs)).toEqual({});
    await store.commit("configure-place", (tx) => tx.preferences.put(anns, { briefing: "08:00" }));
    expect(await store.read.preferences.of(anns)).toEqual({ briefing: "08:00" });
  });
}

function newTask(id: string, change: Partial<StoredTask> = {}): StoredTask {
  return {
    id,
    title: id,
    status: "todo",
    priority: "normal",
    due: null,
    project: null,
    notes: null,
    createdAt: 10,
    updatedAt: 10,
    doneAt: null,
    ...change,
  };
}

function newReading(id: string, change: Partial<StoredReadingItem> = {}): StoredReadingItem {
  return {
    id,
    url: null,
    title: id,
    summary: null,
    text: null,
    tags: [],
    status: "unread",
    createdAt: 10,
    doneAt: null,
    ...change,
  };
}

async function addTasks(store: Store, tasks: readonly StoredTask[]): Promise<void> {
  if (!(await store.read.people.byId(ann.id))) await addPeople(store);
  await store.commit("note", async (tx) => {
    for (const task of tasks) await tx.tasks.add(anns, task);
  });
}

async function addReadings(store: Store, readings: readonly StoredReadingItem[]): Promise<void> {
  if (!(await store.read.people.byId(ann.id))) await addPeople(store);
  await store.commit("note", async (tx) => {
    for (const reading of readings) await tx.readingList.add(anns, reading);
  });
}

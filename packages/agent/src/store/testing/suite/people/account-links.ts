import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Job } from "../../../items/jobs.ts";
import type { NewChat } from "../../../messages/chats.ts";
import type { StoredReadingItem } from "../../../items/reading-list.ts";
import type { StoredTask } from "../../../items/tasks.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, ann, bob, newChat } from "../../rows.ts";

const tenant = "home";

export function linkTests(open: OpenStore): void {
  test("a code is taken once, in time, and an earlier one of the same person is void", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const code = { tenant, person: ann.id, createdAt: 1, expiresAt: 100 };
    await store.commit("change-people", async (tx) => {
      await tx.accountLinks.addCode({ ...code, digest: "first" });
      await tx.accountLinks.addCode({ ...code, digest: "second" });
    });
    const take = (digest: string, now: number) =>
      store.commit("change-people", (tx) => tx.accountLinks.takeCode(tenant, digest, now));

    expect(await take("first", 2)).toBe(undefined);
    expect(await take("second", 100)).toBe(undefined);
    expect(
      await store.commit("change-people", (tx) => tx.accountLinks.takeCode("other", "second", 2)),
    ).toBe(undefined);
    expect(await take("second", 99)).toBe(ann.id);
    expect(await take("second", 99)).toBe(undefined);
  });

  test("tries are counted, those of one person and all", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const attempt = (person: typeof ann, at: number) =>
      store.commit("change-people", (tx) =>
        tx.accountLinks.addAttempt({ tenant, person: person.id, at, since: at - 10 }),
      );

    expect(await attempt(ann, 1)).toEqual({ own: 1, all: 1 });
    expect(await attempt(bob, 5)).toEqual({ own: 1, all: 2 });
    expect(await attempt(ann, 11)).toEqual({ own: 1, all: 2 });
  });

  test("what belongs to a person is moved to another and back, and nothing else", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("note", async (tx) => {
      await tx.chats.add(newChat("p2", { uid: bob.id, externalId: "bob" }));
      await tx.chats.add(newChat("p3", { uid: bob.id, externalId: "p1" }));
      await tx.notes.add({ tenant, person: ann.id }, noteOf("n1"));
      await tx.notes.add({ tenant, person: bob.id }, noteOf("n2"));
      await tx.tasks.add({ tenant, person: bob.id }, taskOf("t2"));
      await tx.readingList.add({ tenant, person: bob.id }, readingOf("r2"));
      await tx.jobs.add(jobOf("j2"));
    });
    const state = async () => {
      const people = await store.read.people.list(tenant);
      const chats = await store.read.chats.list();
      const scopes = await store.read.passages.scopes(tenant);
      const passages = await Promise.all(
        scopes.map(async (scope) => {
          const inside = await store.read.passages.list(scope);
          return inside.map(({ ref }) => `${ref} of ${scope.audience}`);
        }),
      );
      return {
        identities: people.map(({ id, identities }) => [id, identities.length]),
        chats: chats.map(({ id, uid }) => [id, uid]),
        passages: passages.flat().toSorted(),
        tasks: await Promise.all(
          [ann, bob].map(
            async ({ id: person }) =>
              (await store.read.tasks.list({ tenant, person }, { limit: 9 })).length,
          ),
        ),
        readings: await Promise.all(
          [ann, bob].map(
            async ({ id: person }) =>
              (await store.read.readingList.list({ tenant, person }, { limit: 9 })).length,
          ),
        ),
        jobs: (await store.read.jobs.list({ tenant, limit: 9 })).map(
          ({ maker, label }) => `${maker}, for ${label.audience}`,
        ),
      };
    };
    const before = await state();
    const link = { id: "l1", tenant, person: ann.id, joined: bob.id, at: 7 };

    await store.commit("change-people", (tx) => tx.accountLinks.join(link));
    expect(await state()).toEqual({
      identities: [
        ["ann", 2],
        ["bob", 0],
      ],
      chats: [
        ["p1", "ann"],
        ["p2", "ann"],
        // Both have written there.
        ["p3", "bob"],
      ],
      passages: ["n1 of ann", "n2 of ann", "r2 of ann", "t2 of ann"],
      tasks: [1, 0],
      readings: [1, 0],
      jobs: ["ann, for person:ann"],
    });
    expect(await store.read.accountLinks.list(tenant)).toEqual([{ ...link, undoneAt: null }]);

    await store.commit("note", (tx) => tx.notes.add({ tenant, person: ann.id }, noteOf("n3")));
    const undo = () =>
      store.commit("change-people", (tx) => tx.accountLinks.undo(tenant, toId("l1"), 9));
    expect([await undo(), await undo()]).toEqual([true, false]);
    expect(await state()).toEqual({
      ...before,
      passages: ["n1 of ann", "n2 of bob", "n3 of ann", "r2 of bob", "t2 of bob"],
    });
    expect(await store.read.accountLinks.list(tenant)).toEqual([{ ...link, undoneAt: 9 }]);
  });

  test("direct chats that began under a name since it was moved go back with it, other chats stay", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("change-people", async (tx) => {
      const identity = { tenant, channel: "bot", externalId: "1001" };
      await tx.people.add({ ...bob, id: toId("eve") }, identity);
      await tx.accountLinks.join({ id: "l1", tenant, person: ann.id, joined: toId("eve"), at: 7 });
      await tx.chats.add(botChat("chat", { externalId: "1001" }));
      await tx.chats.add(botChat("topic", { externalId: "1001/5" }));
      await tx.chats.add(botChat("neighbour", { externalId: "10010" }));
      await tx.chats.add(botChat("group", { externalId: "1001/6", kind: "group", uid: "ann" }));
      await tx.chats.add(botChat("elsewhere", { externalId: "1001", channel: "cli" }));
    });
    await store.commit("change-people", (tx) => tx.accountLinks.undo(tenant, "l1", 9));
    const chats = await store.read.chats.list();
    expect(Object.fromEntries(chats.map(({ id, uid }) => [id, uid]))).toEqual({
      p1: "ann",
      chat: "eve",
      topic: "eve",
      neighbour: "ann",
      group: "ann",
      elsewhere: "ann",
    });
  });

  test("people are found by their role, and their names by them", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const names = async () => (await store.read.people.identitiesOf(ann.id)).length;
    expect(await names()).toBe(1);
    await store.commit("change-people", (tx) =>
      tx.accountLinks.join({ id: "l1", tenant, person: ann.id, joined: bob.id, at: 7 }),
    );
    expect(await names()).toBe(2);
    expect(await store.read.people.identitiesOf(bob.id)).toEqual([]);
    expect(await store.read.people.ofRole(tenant, "member")).toEqual([bob]);
    expect(await store.read.people.ofRole("other", "member")).toEqual([]);
  });

  test("codes of whom a link joins are void, and so are those of both once it is undone", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const add = (person: typeof ann, digest: string) =>
      store.commit("change-people", (tx) =>
        tx.accountLinks.addCode({
          tenant,
          person: person.id,
          digest,
          createdAt: 1,
          expiresAt: 100,
        }),
      );
    const take = (digest: string) =>
      store.commit("change-people", (tx) => tx.accountLinks.takeCode(tenant, digest, 50));
    const link = { tenant, person: ann.id, joined: bob.id, at: 7 };
    await add(bob, "of-joined");
    await add(ann, "of-person");
    await store.commit("change-people", (tx) => tx.accountLinks.join({ ...link, id: "l1" }));
    expect([await take("of-joined"), await take("of-person")]).toEqual([undefined, ann.id]);
    await add(ann, "before");
    await add(bob, "before-too");
    await store.commit("change-people", (tx) => tx.accountLinks.undo(tenant, "l1", 9));
    expect([await take("before"), await take("before-too")]).toEqual([undefined, undefined]);
  });

  test("a role that is settled no longer is what channels say", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const person = () => store.read.people.byId(bob.id);
    await store.commit("change-people", (tx) => tx.people.settleRole(bob.id, "owner"));
    await store.commit("change-people", (tx) => tx.people.leaveRole(bob.id, "stranger"));
    expect(await person()).toEqual({ ...bob, role: "stranger" });
    await store.commit("accept", (tx) =>
      tx.people.updateFromChannel(bob, { name: "Bob", role: "guest" }),
    );
    expect(await person()).toEqual({ ...bob, role: "guest" });
  });

  test("a role that somebody settled stays, whatever channels say", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const meet = () =>
      store.commit("accept", (tx) =>
        tx.people.updateFromChannel(bob, { name: "Robert", role: "guest" }),
      );

    expect(await meet()).toEqual({ ...bob, name: "Robert", role: "guest" });
    await store.commit("change-people", (tx) => tx.people.settleRole(bob.id, "admin"));
    const settled = { ...bob, name: "Robert", role: "admin" };
    await store.commit("accept", (tx) =>
      tx.people.updateFromChannel(bob, { name: "Bobby", role: "stranger" }),
    );
    expect(await store.read.people.byId(bob.id)).toEqual(settled);
  });
}

function botChat(id: string, change: Partial<NewChat>): NewChat {
  return newChat(id, { channel: "bot", uid: ann.id, ...change });
}

function noteOf(id: string) {
  return { id, title: undefined, text: `milk ${id}`, tags: [], createdAt: 1, updatedAt: 1 };
}

function taskOf(id: string): StoredTask {
  return {
    id,
    title: `milk ${id}`,
    status: "todo",
    priority: "normal",
    due: null,
    project: null,
    notes: null,
    createdAt: 1,
    updatedAt: 1,
    doneAt: null,
  };
}

function readingOf(id: string): StoredReadingItem {
  return {
    id,
    url: null,
    title: `milk ${id}`,
    summary: null,
    text: null,
    tags: [],
    status: "unread",
    createdAt: 1,
    doneAt: null,
  };
}

/** Creates a reminder of Bob. */
function jobOf(id: string): Job {
  return {
    id: toId(id),
    tenant,
    maker: bob.id,
    chat: toId("p2"),
    kind: "reminder",
    text: "milk",
    schedule: { type: "at", at: 50 },
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: { integrity: "member", audience: "person:bob" },
    role: "member",
    state: "active",
    nextAt: 50,
    lastAt: null,
    createdAt: 1,
  };
}

import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { OpenStore } from "../opened-store.ts";
import { addChat, ann, newMessage, newChat } from "../rows.ts";

export function commitTests(open: OpenStore): void {
  test("all of a commit is there when it resolves", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);

    const result = await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      await tx.inbox.add(newMessage("m2"));
      return "done";
    });

    expect(result).toBe("done");
    expect(await store.read.inbox.count()).toEqual({ queued: 2 });
    expect(await store.slow.inbox.count()).toEqual({ queued: 2 });
  });

  test("work that rejects leaves nothing, and the next commit goes on", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const before = store.commits;

    const broken = store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.inbox.add(newMessage("m1"));
      await tx.chats.enqueue(toId("p1"), { now: 1, interrupt: true });
      throw new Error("the work broke");
    });

    await expect(broken).rejects.toThrow("the work broke");
    expect(store.commits).toBe(before);
    expect(await store.read.inbox.count()).toEqual({});
    expect((await store.read.chats.list()).map(({ id, fence }) => ({ id, fence }))).toEqual([
      { id: "p1", fence: 0 },
    ]);
    await store.commit("accept", (tx) => tx.inbox.add(newMessage("m1")));
    expect(await store.read.inbox.count()).toEqual({ queued: 1 });
  });

  test("a statement that the database refuses undoes what came before it", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);

    const broken = store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      await tx.inbox.add(newMessage("m2", { author: toId("nobody") }));
    });

    await expect(broken).rejects.toThrow(/foreign key/i);
    expect(await store.read.inbox.count()).toEqual({});
  });

  test("nobody reads what is not committed", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);

    await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      expect(await store.slow.inbox.count()).toEqual({});
      expect(await tx.inbox.count()).toEqual({ queued: 1 });
    });

    expect(await store.slow.inbox.count()).toEqual({ queued: 1 });
  });

  test("whoever reads or commits while a commit waits sees all of it or nothing", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const addEach = async ([id, ...rest]: readonly string[]): Promise<void> => {
      if (id === undefined) return;
      const { others } = await store.commit("accept", async (tx) => {
        await tx.chats.add(newChat(id));
        const meanwhile = { others: addEach(rest) };
        await aWhile();
        await tx.chats.raiseFence(toId(id));
        return meanwhile;
      });
      await others;
    };

    const { read, committed } = await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      const meanwhile = {
        read: store.read.inbox.count(),
        committed: addEach(["p2", "p3", "p4"]),
      };
      await aWhile();
      await tx.inbox.add(newMessage("m2"));
      return meanwhile;
    });

    expect([{}, { queued: 2 }]).toContainEqual(await read);
    await committed;
    const chats = (await store.read.chats.list()).map(({ id, fence }) => ({ id, fence }));
    expect(chats).toEqual([
      { id: "p1", fence: 0 },
      { id: "p2", fence: 1 },
      { id: "p3", fence: 1 },
      { id: "p4", fence: 1 },
    ]);
    expect(await store.read.inbox.count()).toEqual({ queued: 2 });
  });

  test("commits are counted, and none is lost when many run at once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const before = store.commits;
    const ids = Array.from({ length: 40 }, (_, index) => `m${index}`);

    await Promise.all(
      ids.map((id) => store.commit("accept", (tx) => tx.inbox.add(newMessage(id)))),
    );

    expect(store.commits - before).toBe(40);
    const queued = await store.read.inbox.queued(toId("p1"));
    expect(queued.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test("a person has a name on each channel, and changes", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const identity = { tenant: "home", channel: "cli", externalId: "ann" };

    expect(await store.read.people.byIdentity(identity)).toEqual(ann);
    expect(await store.read.people.byIdentity({ ...identity, channel: "http" })).toBe(undefined);
    expect(await store.read.people.byIdentity({ ...identity, tenant: "work" })).toBe(undefined);
    expect(await store.read.people.byId(toId("nobody"))).toBe(undefined);
    await store.commit("accept", (tx) => tx.people.update(ann.id, { name: "Anna", role: "admin" }));
    expect(await store.read.people.byId(ann.id)).toEqual({ ...ann, name: "Anna", role: "admin" });
  });
}

/** Waits for some rounds of the event loop, in which other work may continue. */
async function aWhile(): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds += 1) await nextTick();
}

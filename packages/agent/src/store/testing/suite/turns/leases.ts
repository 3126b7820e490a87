import { expect, test } from "vitest";
import { type ChatId, toId } from "../../../../kernel/ids.ts";
import type { Lease, Chat } from "../../../messages/chats.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, addTurn, newMessage, newChat } from "../../rows.ts";

export function leaseTests(open: OpenStore): void {
  test("the chat that has waited longest is claimed first, and none twice", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 30, p2: 10, p3: 20 });

    const claimed = [await claim(store, "w"), await claim(store, "w"), await claim(store, "w")];

    expect(claimed.map((chat) => chat?.id)).toEqual(["p2", "p3", "p1"]);
    expect(await claim(store, "w")).toBe(undefined);
  });

  test("a claim raises the epoch and answers with the whole chat", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const held = {
      ...newChat("p1"),
      sessionId: null,
      agent: null,
      language: null,
      policy: null,
      verbose: "off",
      fence: 0,
      epoch: 1,
      leaseOwner: "one",
    };

    expect(await claim(store, "one")).toEqual({
      ...held,
      running: null,
      nextDue: null,
      firstEvent: 1,
    });
    expect(await store.read.chats.byId(held.id)).toEqual(held);
  });

  test("a claim names the turn that an earlier holder left behind", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);

    expect(await claim(store, "two")).toMatchObject({ id: "p1", running: "t1" });
  });

  test("whoever queues a message or gives a chat back reserves numbers of events", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const p1 = toId<"chat">("p1");
    const first = await store.commit("accept", async (tx) => [
      await tx.chats.enqueue(p1, { now: 2, interrupt: false, events: 2 }),
      await tx.chats.release(p1, 5, 3),
      await tx.chats.takeSeq(p1, 1),
    ]);

    expect(first).toEqual([1, { firstEvent: 3, pending: 1, sessionId: null }, 6]);
    expect(await store.read.chats.lastSeq(p1)).toBe(6);

    const claimed = await store.commit("claim", (tx) =>
      tx.chats.claim({ owner: "one", now: 100, leaseUntil: 200, events: 2 }),
    );
    expect(claimed?.firstEvent).toBe(7);
    const kept = await store.commit("settle-call", async (tx) => [
      (await tx.chats.extendLease(leaseOf(claimed), 200, 1))?.firstEvent,
      // One of them was not needed.
      await tx.chats.takeSeq(p1, -1),
    ]);
    expect(kept).toEqual([9, 10]);
    expect(await store.read.chats.lastSeq(p1)).toBe(8);
  });

  test("a message is queued and its chat leased at once, unless the chat is busy", async () => {
    await using opened = await open();
    const { store } = opened;
    const p1 = toId<"chat">("p1");
    await addWaiting(store, {});
    await store.commit("accept", (tx) => tx.chats.add(newChat("p1")));
    const queue = (owner: string) =>
      store.commit("accept", (tx) =>
        tx.chats.enqueueIdle(p1, { owner, now: 5, leaseUntil: 900, events: 2 }),
      );
    const leased = await queue("one");
    expect(leased).toMatchObject({
      id: "p1",
      leaseOwner: "one",
      epoch: 1,
      firstEvent: 1,
      hasPostponed: false,
    });
    expect(await queue("two")).toBe(undefined);
    expect(await hold(store, leaseOf(leased), 950)).toMatchObject({ id: "p1" });
    expect(await store.read.chats.nextDue()).toBe(store.isExclusive ? undefined : 950);
    await store.commit("release", (tx) => tx.chats.release(p1, 0));
    await addReply(store);
    expect(await queue("three")).toMatchObject({ leaseOwner: "three", hasPostponed: true });
  });

  test("a claim tells when the next other chat becomes due, and holding whether messages wait", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 10, p2: 500 });
    const claimed = await claim(store, "one", { now: 100, leaseUntil: 900 });
    expect(claimed).toMatchObject({ id: "p1", nextDue: 500 });
    expect(await hold(store, leaseOf(claimed), 900)).toMatchObject({ hasQueued: true });
    const [waiting] = await store.read.inbox.queued(toId("p1"));
    await store.commit("settle-turn", (tx) =>
      tx.inbox.end(waiting ? [waiting.id] : [], "withdrawn", null),
    );
    expect(await hold(store, leaseOf(claimed), 900)).toMatchObject({ hasQueued: false });
    const nextDue = store.isExclusive ? null : 900;
    expect(await claim(store, "two", { now: 600 })).toMatchObject({ id: "p2", nextDue });
  });

  test("a chat without messages, or one that is not due yet, is not claimed", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 500 });
    await store.commit("accept", (tx) => tx.chats.add(newChat("idle")));

    expect(await claim(store, "w", { now: 499 })).toBe(undefined);
    expect(await store.read.chats.nextDue()).toBe(500);
    const leaseUntil = 9000;
    expect((await claim(store, "w", { now: 500, leaseUntil }))?.id).toBe("p1");
    expect(await store.read.chats.nextDue()).toBe(store.isExclusive ? undefined : leaseUntil);
  });

  test("two owners that claim at once never hold one chat", async () => {
    await using opened = await open();
    const { store } = opened;
    const ids = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await addWaiting(store, Object.fromEntries(ids.map((id) => [id, 1])));

    const claimed = await Promise.all(
      ids.flatMap(() => [claim(store, "one"), claim(store, "two")]),
    );

    const held = claimed.filter((chat) => chat !== undefined);
    expect(held.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(held.map(({ epoch }) => epoch)).toEqual(held.map(() => 1));
  });

  test("a lease holds until its time is over, then the chat is taken over, unless only one process writes", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    await claim(store, "one", { now: 100, leaseUntil: 200 });

    expect(await claim(store, "two", { now: 199, leaseUntil: 300 })).toBe(undefined);
    expect(await store.read.chats.nextDue()).toBe(store.isExclusive ? undefined : 200);
    const taken = await claim(store, "two", { now: 200, leaseUntil: 300 });

    const next = { id: "p1", epoch: 2, leaseOwner: "two" };
    expect(taken).toEqual(store.isExclusive ? undefined : expect.objectContaining(next));
  });

  test("holding extends the lease", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const chat = await claim(store, "one", { now: 100, leaseUntil: 200 });

    const { id, epoch, leaseOwner } = chat ?? expect.fail("it is claimed");
    expect(await hold(store, leaseOf(chat), 900)).toMatchObject({ id, epoch, leaseOwner });

    expect(await claim(store, "two", { now: 899 })).toBe(undefined);
    const next = await claim(store, "two", { now: 901 });
    expect(next?.leaseOwner).toBe(store.isExclusive ? undefined : "two");
  });

  test("an old lease holds nothing and changes nothing", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const old = leaseOf(await claim(store, "one", { now: 100, leaseUntil: 200 }));
    if (store.isExclusive) await store.commit("recover", (tx) => tx.chats.voidLeases());
    const current = await claim(store, "two", { now: 300, leaseUntil: 400 });

    expect(await hold(store, old, 9000)).toBe(undefined);
    expect(await hold(store, { ...leaseOf(current), owner: "three" }, 9000)).toBe(undefined);
    expect(await hold(store, { ...leaseOf(current), epoch: 3 }, 9000)).toBe(undefined);

    const stored = await store.read.chats.byId(old.chat);
    expect(current).toMatchObject({ ...stored });
    const next = await claim(store, "three", { now: 401 });
    expect(next?.epoch).toBe(store.isExclusive ? undefined : 3);
  });

  test("a released chat rests until its time, and only if messages are left", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1, p2: 1 });
    const one = leaseOf(await claim(store, "w"));
    const two = leaseOf(await claim(store, "w"));

    await store.commit("settle-turn", async (tx) => {
      await tx.inbox.end([toId(`message-${one.chat}`)], "answered", null);
      await tx.chats.release(one.chat, 50);
      await tx.chats.release(two.chat, 70);
    });

    expect(await hold(store, one, 9000)).toBe(undefined);
    expect(await store.read.chats.nextDue()).toBe(70);
    expect(await claim(store, "w", { now: 69 })).toBe(undefined);
    expect((await claim(store, "w", { now: 70 }))?.id).toBe(two.chat);
    expect(await claim(store, "w", { now: 70 })).toBe(undefined);
  });

  test("a message that arrives while its chat is held is found after the release", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const { chat } = leaseOf(await claim(store, "w"));
    await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("later", { chat }));
      await tx.chats.enqueue(chat, { now: 2, interrupt: false });
    });

    await store.commit("settle-turn", async (tx) => {
      await tx.inbox.end([toId("message-p1")], "answered", null);
      await tx.chats.release(chat, 5);
    });

    expect((await claim(store, "w"))?.id).toBe("p1");
    await store.commit("settle-turn", async (tx) => {
      await tx.inbox.end([toId("later")], "answered", null);
      await tx.chats.release(chat, 6);
    });
    expect(await claim(store, "w")).toBe(undefined);
  });

  test("the fence rises with stops and interruptions, not with plain messages", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const p1 = toId<"chat">("p1");
    const fence = async () => (await store.read.chats.byId(p1))?.fence;

    expect(await fence()).toBe(0);
    await store.commit("accept", (tx) => tx.chats.enqueue(p1, { now: 2, interrupt: true }));
    expect(await fence()).toBe(1);
    await store.commit("stop", (tx) => tx.chats.raiseFence(p1));
    expect(await fence()).toBe(2);
  });

  test("a stop counts the queue again: what was withdrawn is not claimed", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1 });
    const p1 = toId<"chat">("p1");

    await store.commit("stop", async (tx) => {
      const queued = await tx.inbox.queued(p1);
      const ids = queued.map(({ id }) => id);
      await tx.inbox.end(ids, "withdrawn", "stopped");
      await tx.chats.raiseFence(p1);
    });

    expect(await store.read.chats.nextDue()).toBe(undefined);
    expect(await claim(store, "w")).toBe(undefined);
  });

  test("void leases leave their chats to the next who claims", async () => {
    await using opened = await open();
    const { store } = opened;
    await addWaiting(store, { p1: 1, p2: 50_000 });
    const dead = leaseOf(await claim(store, "dead", { now: 100, leaseUntil: 9_000_000 }));

    await store.commit("recover", (tx) => tx.chats.voidLeases());

    expect(await hold(store, dead, 9000)).toBe(undefined);
    expect((await claim(store, "alive"))?.epoch).toBe(2);
    expect(await claim(store, "alive", { now: 49_999 })).toBe(undefined);
  });
}

/** Chats with one message each, by when they began to wait. */
async function addWaiting(store: Store, chats: Readonly<Record<string, number>>): Promise<void> {
  await addPeople(store);
  await store.commit("accept", async (tx) => {
    for (const [id, now] of Object.entries(chats)) {
      const { id: chat } = await tx.chats.add(newChat(id));
      await tx.inbox.add(newMessage(`message-${id}`, { chat }));
      await tx.chats.enqueue(chat, { now, interrupt: false });
    }
  });
}

/** Adds a part of a reply that leaves later. */
function addReply(store: Store): Promise<void> {
  const part = { id: "o1", chat: toId<"chat">("p1"), turn: null, position: 0, clientId: "o1" };
  return store.commit("settle-turn", (tx) =>
    tx.outbox.add([{ ...part, body: { type: "text", text: "Later." }, nextAt: 500 }]),
  );
}

function claim(
  store: Store,
  owner: string,
  { now = 1000, leaseUntil = now + 60_000 }: { now?: number; leaseUntil?: number } = {},
): Promise<Chat | undefined> {
  return store.commit("claim", (tx) => tx.chats.claim({ owner, now, leaseUntil }));
}

function hold(store: Store, lease: Lease, until: number): Promise<Chat | undefined> {
  return store.commit("settle-call", (tx) => tx.chats.extendLease(lease, until));
}

function leaseOf(chat: Chat | undefined): Lease & { readonly chat: ChatId } {
  if (!chat?.leaseOwner) throw new Error("nothing was claimed");
  return { chat: chat.id, owner: chat.leaseOwner, epoch: chat.epoch };
}

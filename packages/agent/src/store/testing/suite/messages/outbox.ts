import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { OutboxStore } from "../../../messages/outbox.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addTurn, newChat } from "../../rows.ts";

export function outboxTests(open: OpenStore): void {
  test("a part comes back whole, before and after it left", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const part = newPart("o1", {
      body: { type: "approval", approval: "a1", question: "Send 'x' \\ 🙂?" },
      nextAt: 1_800_000_000_000,
    });
    await add(store, [part]);
    const [stored] = await store.read.outbox.ofTurn(toId("t1"));

    expect(stored).toEqual({
      ...part,
      order: expect.any(Number),
      state: "waiting",
      attempts: 0,
      outages: 0,
      createdAt: 1_800_000_000_000,
      receipt: null,
      reason: null,
      heldSince: null,
    });
    await store.commit("delivered", (tx) => tx.outbox.markSent("o1", "receipt"));
    expect(await store.read.outbox.ofTurn(toId("t1"))).toEqual([
      { ...stored, state: "sent", receipt: "receipt" },
    ]);
  });

  test("a text that left is stored in the history alone, and is shown from there", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const body = { type: "text", text: "Hello." } as const;
    await add(store, [newPart("o1", { body }), newPart("o2", { position: 1, body })]);
    const chat = toId<"chat">("p1");
    await store.commit("delivered", async (tx) => {
      await tx.outbox.markSent("o1", "r1", { isInHistory: true });
      const said = {
        chat,
        direction: "out",
        author: "reeve",
        at: 1,
        turn: toId<"turn">("t1"),
      } as const;
      await tx.messages.add({ ...said, messageId: "r1", edit: 0, text: "Hello." });
    });
    expect((await store.read.outbox.byId("o1"))?.body).toEqual({ type: "text", text: "" });
    const bodies = async () =>
      (await store.read.outbox.ofTurn(toId("t1"))).map((part) => part.body);
    expect(await bodies()).toEqual([body, body]);
    await store.commit("accept", (tx) => tx.messages.remove(chat, "r1"));
    expect(await bodies()).toEqual([{ type: "text", text: "" }, body]);
  });

  test("adding nothing is allowed", async () => {
    await using opened = await open();
    const { store } = opened;
    await add(store, []);
    expect(await store.read.outbox.due(9000, 9)).toEqual({ due: [], nextAt: undefined });
  });

  test("only the oldest waiting part of each chat may leave", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    await add(store, [
      newPart("a1", { position: 0 }),
      newPart("b1", { chat: toId("p2"), position: 1 }),
      newPart("a2", { position: 2 }),
      newPart("b2", { chat: toId("p2"), position: 3 }),
    ]);

    expect(await dueAt(store, 100)).toEqual(["a1", "b1"]);
    expect((await store.read.outbox.due(100, 1)).due).toHaveLength(1);
    expect(await dueAt(store, 100, ["a1"])).toEqual(["b1"]);
    expect(await store.read.outbox.due(100, 9, ["a1", "b1"])).toEqual({
      due: [],
      nextAt: undefined,
    });
    const send = (id: string) =>
      store.commit("delivered", (tx) => tx.outbox.markSent(id, `r-${id}`));
    expect(await send("a1")).toEqual({ isLast: false });
    expect(await dueAt(store, 100)).toEqual(["b1", "a2"]);
    expect(await send("a2")).toEqual({ isLast: true });
  });

  test("what waits in a chat that is given up does not leave, what has left and other chats stay", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    await add(store, [
      newPart("a1", { position: 0 }),
      newPart("a2", { position: 1, nextAt: 500 }),
      newPart("b1", { chat: toId("p2"), position: 2 }),
    ]);
    await store.commit("delivered", (tx) => tx.outbox.markSent("a1", "r"));
    await store.commit("change-people", (tx) => tx.outbox.abandon(toId("p1"), "it is over"));
    const parts = await store.read.outbox.ofTurn(toId("t1"));
    expect(parts.map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ["a1", "sent", null],
      ["a2", "dropped", "it is over"],
      ["b1", "waiting", null],
    ]);
  });

  test("what was given up while it was on its way is not tried again", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await add(store, [newPart("a1", { position: 0 }), newPart("a2", { position: 1 })]);
    await store.commit("change-people", (tx) => tx.outbox.abandon(toId("p1"), "it is over"));
    const failed = { attempts: 1, outages: 0, nextAt: 500, isDead: false, reason: "busy" };
    await store.commit("delivery-failed", (tx) => tx.outbox.markFailed("a1", failed));
    const held = { now: 100, nextAt: 500, reason: "closed" };
    const a2 = { id: "a2", chat: toId<"chat">("p1") };
    await store.commit("delivery-failed", (tx) => tx.outbox.postpone(a2, held));
    expect((await store.read.outbox.due(0, 0)).nextAt).toBe(undefined);
    const parts = await store.read.outbox.ofTurn(toId("t1"));
    expect(parts.map(({ id, state, reason, heldSince }) => [id, state, reason, heldSince])).toEqual(
      [
        ["a1", "dropped", "it is over", null],
        ["a2", "dropped", "it is over", null],
      ],
    );
  });

  test("a part that failed holds up its chat until its time, others go on", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    await add(store, [
      newPart("a1", { position: 0 }),
      newPart("a2", { position: 1 }),
      newPart("b1", { chat: toId("p2"), position: 2, nextAt: 300 }),
    ]);

    await store.commit("delivery-failed", (tx) =>
      tx.outbox.markFailed("a1", {
        attempts: 1,
        outages: 0,
        nextAt: 500,
        isDead: false,
        reason: "busy",
      }),
    );

    expect(await dueAt(store, 299)).toEqual([]);
    expect((await store.read.outbox.due(0, 0)).nextAt).toBe(300);
    expect(await dueAt(store, 499)).toEqual(["b1"]);
    expect(await dueAt(store, 500)).toEqual(["a1", "b1"]);
    const [failed] = await store.read.outbox.ofTurn(toId("t1"));
    expect(failed).toEqual({
      ...newPart("a1", { position: 0 }),
      order: expect.any(Number),
      outages: 0,
      createdAt: 1,
      state: "waiting",
      attempts: 1,
      nextAt: 500,
      receipt: null,
      reason: "busy",
      heldSince: null,
    });
  });

  test("all that waits in a chat is held together, until it may leave", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await add(store, [newPart("a1"), newPart("a2", { position: 1 })]);
    const {
      due: [head],
    } = await store.read.outbox.due(100, 1);
    if (!head) throw new Error("nothing is due");
    const hold = (now: number, nextAt: number) =>
      store.commit("delivery-failed", (tx) =>
        tx.outbox.postpone(head, { now, nextAt, reason: "silent" }),
      );
    const stand = async () =>
      (await store.read.outbox.ofTurn(toId("t1"))).map(
        ({ heldSince, nextAt, attempts, reason }) => [heldSince, nextAt, attempts, reason],
      );
    await hold(100, 500);
    await add(store, [newPart("a3", { position: 2 })]);
    await hold(400, 800);
    expect(await stand()).toEqual([
      [100, 800, 0, "silent"],
      [100, 1, 0, null],
      [400, 1, 0, null],
    ]);
    await store.commit("accept", (tx) => tx.outbox.retryNow(toId("p1"), 600));
    expect(await stand()).toEqual([
      [null, 600, 0, "silent"],
      [null, 1, 0, null],
      [null, 1, 0, null],
    ]);
  });

  test("what is due again by itself does not count as held since before, once it may leave", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await add(store, [newPart("a1")]);
    const {
      due: [head],
    } = await store.read.outbox.due(100, 1);
    if (!head) throw new Error("nothing is due");
    const hasten = () => store.commit("accept", (tx) => tx.outbox.retryNow(toId("p1"), 600));
    await store.commit("delivery-failed", (tx) =>
      tx.outbox.postpone(head, { now: 100, nextAt: 500, reason: "silent" }),
    );
    expect(await hasten()).toBe(true);
    const [held] = await store.read.outbox.ofTurn(toId("t1"));
    expect([held?.heldSince, held?.nextAt]).toEqual([null, 500]);
    expect(await hasten()).toBe(false);
  });

  test("what was to leave later leaves at once when that is asked for, in that chat alone", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    await add(store, [
      newPart("a1", { nextAt: 500 }),
      newPart("b1", { chat: toId("p2"), position: 1, nextAt: 500 }),
    ]);
    const hasten = () => store.commit("accept", (tx) => tx.outbox.retryNow(toId("p1"), 100));
    expect(await hasten()).toBe(true);
    expect(await dueAt(store, 100)).toEqual(["a1"]);
    expect(await hasten()).toBe(false);
  });

  test("a dead part lets the next one leave", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await add(store, [newPart("a1", { position: 0 }), newPart("a2", { position: 1 })]);
    await store.commit("delivery-failed", (tx) =>
      tx.outbox.markFailed("a1", {
        attempts: 20,
        outages: 0,
        nextAt: 0,
        isDead: true,
        reason: null,
      }),
    );
    expect(await dueAt(store, 100)).toEqual(["a2"]);
    const states = (await store.read.outbox.ofTurn(toId("t1"))).map(({ state }) => state);
    expect(states).toEqual(["dead", "waiting"]);
  });

  test("a client id is used once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await add(store, [newPart("a1", { clientId: "same" })]);
    await expect(add(store, [newPart("a2", { clientId: "same" })])).rejects.toThrow(/unique/i);
  });
}

type NewPart = Parameters<OutboxStore["add"]>[0][number];

function newPart(id: string, change: Partial<NewPart> = {}): NewPart {
  return {
    id,
    chat: toId("p1"),
    turn: toId("t1"),
    position: 0,
    clientId: `client-${id}`,
    body: { type: "text", text: id },
    nextAt: 1,
    ...change,
  };
}

function add(store: Store, parts: readonly NewPart[]): Promise<void> {
  return store.commit("settle-turn", (tx) => tx.outbox.add(parts));
}

async function dueAt(
  store: Store,
  now: number,
  running: readonly string[] = [],
): Promise<readonly string[]> {
  return (await store.read.outbox.due(now, 50, running)).due.map(({ id }) => id);
}

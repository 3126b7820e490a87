import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import { TERMINAL_STATES } from "../../../messages/inbox.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, addTurn, ann, newMessage, newChat } from "../../rows.ts";

const p1 = toId<"chat">("p1");
const t1 = toId<"turn">("t1");

export function inboxTests(open: OpenStore): void {
  test("a message comes back whole", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const row = newMessage("m1", {
      edit: 2,
      state: "noted",
      reason: "not for me",
      receivedAt: 1_800_000_000_123,
      body: {
        kind: "message",
        text: `"quotes", \\ backslash, 'single', línea\n日本 🙂 \u0001`,
        name: "Ann",
        role: "guest",
        sentAt: 1_800_000_000_001,
        replyTo: "m0",
      },
      label: { integrity: "stranger", audience: "place:p1" },
    });
    const whole = { ...row, turn: null, isShown: false };

    expect(await store.commit("accept", (tx) => tx.inbox.add(row))).toBe(true);

    expect(await store.read.inbox.byId(row.id)).toEqual(whole);
    expect(await store.read.inbox.byMessage(p1, row.messageId, 2)).toEqual(whole);
    expect(await store.read.inbox.newest()).toEqual(whole);
    expect(await store.read.inbox.find("m1")).toEqual([whole]);
    expect(await store.read.inbox.find("platform-m1")).toEqual([whole]);
    expect(await store.read.inbox.find("m")).toEqual([]);
  });

  test("what became known of a message takes the place of what was known", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const row = newMessage("m1");
    const body = {
      kind: "message",
      text: "What was spoken.",
      name: "Ann",
      role: "owner",
      sentAt: 5,
      media: [
        { kind: "voice", file: { ref: "f1" }, look: { as: "said", text: "What was spoken." } },
      ],
      looks: 1,
    } as const;
    await store.commit("accept", (tx) => tx.inbox.add(row));
    await store.commit("understand", (tx) => tx.inbox.setBody(row.id, body));

    expect(await store.read.inbox.byId(row.id)).toMatchObject({ state: "queued", body });
  });

  test("a message that was put off waits by itself until it is due", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("accept", async (tx) => {
      for (const id of ["m1", "m2"]) {
        await tx.inbox.add(newMessage(id));
        await tx.chats.enqueue(p1, { now: 1, interrupt: false });
      }
    });
    await store.commit("understand", async (tx) => {
      await tx.inbox.postpone(toId("m1"), 60_000);
      await tx.chats.release(p1, 5);
    });

    const waiting = async (now: number) =>
      (await store.read.inbox.queued(p1, now)).map(({ id }) => id);
    expect(await waiting(59_999)).toEqual(["m2"]);
    expect(await waiting(60_000)).toEqual(["m1", "m2"]);
    expect(await store.read.chats.nextDue()).toBe(5);
    await store.commit("settle-turn", async (tx) => {
      await tx.inbox.end([toId("m2")], "answered", null);
      await tx.chats.release(p1, 5);
    });
    expect(await store.read.chats.nextDue()).toBe(60_000);
  });

  test("a decision comes back whole", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const row = newMessage("d1", {
      body: {
        kind: "decision",
        approval: "a1",
        verdict: "deny",
        name: "Ann",
        role: "owner",
        reason: "not now",
      },
    });
    await store.commit("decide", (tx) => tx.inbox.add(row));
    expect(await store.read.inbox.byId(row.id)).toEqual({
      ...row,
      turn: null,
      isShown: false,
    });
  });

  test("a repeat of chat, message id and edit is not added and changes nothing", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    const first = newMessage("m1", { messageId: "x" });
    const add = (row: typeof first) => store.commit("accept", (tx) => tx.inbox.add(row));
    await add(first);
    const before = await store.read.inbox.byId(first.id);

    expect(await add(newMessage("m2", { messageId: "x", reason: "again" }))).toBe(false);
    expect(await add(newMessage("m3", { messageId: "x", edit: 1 }))).toBe(true);
    expect(await add(newMessage("m4", { messageId: "x", chat: toId("p2") }))).toBe(true);

    expect(await store.read.inbox.byId(first.id)).toEqual(before);
    expect(await idsIn(store, "p1")).toEqual(["m1", "m3"]);
    expect(await idsIn(store, "p2")).toEqual(["m4"]);
  });

  test("of repeats that come at once exactly one is added", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);

    const added = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.commit("accept", (tx) =>
          tx.inbox.add(newMessage(`m${index}`, { messageId: "same" })),
        ),
      ),
    );

    expect(added.filter(Boolean)).toEqual([true]);
    expect(await store.read.inbox.count()).toEqual({ queued: 1 });
  });

  test("what waits is told oldest first, per chat", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p2"));
      for (const id of ["c", "a", "b"]) await tx.inbox.add(newMessage(id));
      await tx.inbox.add(newMessage("other", { chat: toId("p2") }));
    });
    expect(await idsIn(store, "p1")).toEqual(["c", "a", "b"]);
    expect((await store.read.inbox.newest())?.id).toBe("other");
  });

  test("only what waits is taken, and taking nothing is allowed", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m2"));
      await tx.inbox.add(newMessage("m3", { state: "ignored", reason: "policy" }));
    });

    await store.commit("settle-call", async (tx) => {
      await tx.inbox.take([], t1);
      await tx.inbox.take([toId("m2"), toId("m3")], t1);
    });

    expect(await statesOf(store)).toEqual({ m1: "taken", m2: "taken", m3: "ignored" });
    const taken = await store.read.inbox.ofTurn(t1);
    expect(taken.map(({ id }) => id)).toEqual(["m1", "m2"]);
  });

  test("messages that are put back wait again, as already shown; decisions and ended ones stay", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", async (tx) => {
      await tx.inbox.add(decision("d1"));
      await tx.inbox.add(newMessage("m2"));
      await tx.inbox.take([toId("d1"), toId("m2")], t1);
      await tx.inbox.end([toId("m2")], "folded", null);
    });

    await store.commit("settle-turn", (tx) => tx.inbox.requeue(t1));

    expect(await statesOf(store)).toEqual({ m1: "queued", m2: "folded", d1: "taken" });
    const [again] = await store.read.inbox.queued(p1);
    expect(again).toEqual({
      ...newMessage("m1"),
      turn: null,
      isShown: true,
    });
  });

  test.each(TERMINAL_STATES)("%s is final: nothing ends a message a second time", async (state) => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const m1 = toId<"inbox">("m1");

    await store.commit("settle-turn", (tx) => tx.inbox.end([m1], state, "first"));
    const ended = await store.read.inbox.byId(m1);
    await store.commit("settle-turn", async (tx) => {
      await tx.inbox.end([m1], state === "failed" ? "answered" : "failed", "second");
      await tx.inbox.take([m1], toId("t2"));
      await tx.inbox.requeue(t1);
      await tx.inbox.end([], "failed", "nobody");
    });

    expect({ state: ended?.state, reason: ended?.reason }).toEqual({ state, reason: "first" });
    expect(await store.read.inbox.byId(m1)).toEqual(ended);
  });

  test("what waits counts as never shown once the transcript that showed it is over", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("settle-turn", (tx) => tx.inbox.requeue(toId("t1")));
    const isShown = async () => (await store.read.inbox.byId(toId("m1")))?.isShown;
    expect(await isShown()).toBe(true);

    await store.commit("new-session", (tx) => tx.inbox.forgetShown(p1));

    expect(await isShown()).toBe(false);
  });

  test("an edit withdraws earlier versions that still wait", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("accept", async (tx) => {
      for (const edit of [0, 1, 2])
        await tx.inbox.add(newMessage(`e${edit}`, { messageId: "x", edit }));
      await tx.inbox.add(newMessage("other"));
    });

    const count = await store.commit("accept", (tx) =>
      tx.inbox.withdrawEarlier(p1, { id: "x", edit: 2 }),
    );

    expect(count).toBe(2);
    expect(await statesOf(store)).toEqual({
      m1: "taken",
      e0: "withdrawn",
      e1: "withdrawn",
      e2: "queued",
      other: "queued",
    });
    const before = async (edit: number) =>
      (await store.read.inbox.versionBefore(p1, { id: "x", edit }))?.id;
    expect([await before(2), await before(9), await before(0)]).toEqual(["e1", "e2", undefined]);
    expect(
      await store.commit("accept", (tx) =>
        tx.inbox.withdrawEarlier(p1, { id: "platform-m1", edit: 1 }),
      ),
    ).toBe(0);
  });

  test("images come back by their ids, and those that are not there are left out", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const ids = ["i1", "i2", "i3"].map((id) => toId<"image">(id));
    const images = ids.map((id) => ({ id, mediaType: "image/png", bytes: 4, data: dataOf(id) }));
    await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      for (const image of images) await tx.images.add({ ...image, message: toId("m1") });
    });

    const wanted = [...ids.slice(1), toId<"image">("i9")];
    expect(await store.read.images.load(wanted)).toEqual(
      new Map([
        ["i2", { mediaType: "image/png", data: dataOf("i2") }],
        ["i3", { mediaType: "image/png", data: dataOf("i3") }],
      ]),
    );
    expect(await store.read.images.load([])).toEqual(new Map());
  });
}

function dataOf(id: string): string {
  return Buffer.from([0, 255, ...Buffer.from(id)]).toString("base64");
}

function decision(id: string) {
  return newMessage(id, {
    author: ann.id,
    body: { kind: "decision", approval: "a1", verdict: "allow", name: "Ann", role: "owner" },
  });
}

async function idsIn(store: Store, chat: string): Promise<readonly string[]> {
  return (await store.read.inbox.queued(toId(chat))).map(({ id }) => id);
}

/** Returns the state of every message that `find` knows by these tests' names. */
async function statesOf(store: Store): Promise<Readonly<Record<string, string>>> {
  const names = ["m1", "m2", "m3", "d1", "e0", "e1", "e2", "other"];
  const found = await Promise.all(names.map((name) => store.read.inbox.byId(toId(name))));
  return Object.fromEntries(found.flatMap((row) => (row ? [[row.id, row.state]] : [])));
}

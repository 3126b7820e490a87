import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { HistoryMessage } from "../../../messages/messages.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, addTurn, newMessage, newChat, newTurn } from "../../rows.ts";

export function conversationTests(open: OpenStore): void {
  test("a session has the next generation of its chat, and its counters add up", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("new-session", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.sessions.start({ id: toId("s1"), chat: toId("p1"), startedAt: 10 });
      await tx.sessions.end(toId("s1"), { endedAt: 15, reason: "new" });
      await tx.sessions.start({ id: toId("s2"), chat: toId("p1"), startedAt: 20 });
      await tx.sessions.start({ id: toId("s3"), chat: toId("p2"), startedAt: 30 });
      await tx.sessions.end(toId("s1"), { endedAt: 99, reason: "again" });
    });
    const entry = {
      turn: toId<"turn">("t1"),
      chat: toId<"chat">("p1"),
      model: "main/model",
      purpose: "think",
      inputTokens: 150,
      cachedTokens: 20,
      cacheWriteTokens: 0,
      outputTokens: 25,
      reasoningTokens: 0,
      costNano: null,
      at: 1,
    } as const;
    await store.commit("settle-turn", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      for (const id of ["t1", "t2"])
        await tx.turns.add(newTurn(id, { session: toId("s2"), state: "settled" }));
      for (const step of [0, 1]) await tx.usage.add({ ...entry, step });
      await tx.usage.add({ ...entry, turn: toId("t2"), step: 0 });
    });

    const ended = (turn: string) =>
      store.commit("settle-turn", (tx) =>
        tx.sessions.count(toId("s2"), { turn: toId(turn), messages: 2 }),
      );
    await ended("t1");
    await ended("t2");
    await ended("free");

    const untouched = {
      endedAt: null,
      reason: null,
      turns: 0,
      messages: 0,
      inputTokens: 0,
      cachedTokens: 0,
      outputTokens: 0,
    };
    const s3 = { ...untouched, id: "s3", chat: "p2", generation: 1, startedAt: 30 };
    const s2 = {
      id: "s2",
      chat: "p1",
      generation: 2,
      startedAt: 20,
      endedAt: null,
      reason: null,
      turns: 3,
      messages: 6,
      inputTokens: 450,
      cachedTokens: 60,
      outputTokens: 75,
    };
    const s1 = {
      ...untouched,
      id: "s1",
      chat: "p1",
      generation: 1,
      startedAt: 10,
      endedAt: 15,
      reason: "new",
    };
    expect(await store.read.sessions.list(9)).toEqual([s3, s2, s1]);
    expect(await store.read.sessions.list(2)).toEqual([s3, s2]);
  });

  test("sessions that began in the same millisecond are told newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const ids = ["e", "d", "c", "b", "a"];
    await store.commit("new-session", async (tx) => {
      for (const id of ids)
        await tx.sessions.start({ id: toId(id), chat: toId("p1"), startedAt: 10 });
    });
    const listed = await store.read.sessions.list(5);
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("a chat points to its session", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("new-session", async (tx) => {
      await tx.sessions.start({ id: toId("s1"), chat: toId("p1"), startedAt: 10 });
      await tx.chats.setSession(toId("p1"), toId("s1"));
    });
    expect((await store.read.chats.byId(toId("p1")))?.sessionId).toBe("s1");
  });

  test("what a session's transcript does not hold is unseen, as it was edited last", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const chat = toId<"chat">("p1");
    const said = { chat, edit: 0, direction: "in", author: "ann", turn: null } as const;
    await store.commit("accept", async (tx) => {
      await tx.sessions.start({ id: toId("s0"), chat, startedAt: 1 });
      await tx.turns.add(newTurn("t0", { session: toId("s0"), state: "settled" }));
      for (const [id, change] of [
        ["earlier", {}],
        ["noted", { state: "noted" }],
        ["waits", {}],
        ["mine", {}],
      ] as const) {
        await tx.inbox.add(newMessage(id, { messageId: id, ...change }));
        await tx.messages.add({ ...said, messageId: id, text: id, at: 10 });
      }
      await tx.inbox.add(newMessage("noted-2", { messageId: "noted", edit: 2, state: "noted" }));
      // Edits may overtake each other.
      await tx.messages.add({ ...said, messageId: "noted", edit: 2, text: "noted again", at: 11 });
      await tx.messages.add({ ...said, messageId: "noted", edit: 1, text: "noted late", at: 11 });
      await tx.inbox.take([toId("earlier")], toId("t0"));
      await tx.inbox.take([toId("mine")], toId("t1"));
      const reply = { ...said, direction: "out", author: "agent" } as const;
      await tx.messages.add({ ...reply, messageId: "r0", text: "reply", at: 12, turn: toId("t0") });
      await tx.messages.add({ ...reply, messageId: "r1", text: "told", at: 13, turn: toId("t1") });
    });

    const look = async (carried: readonly string[], among = 99, goesBack = true) => {
      const session = toId<"session">("s1");
      const query = { session, carried: carried.map(toTurn), among, goesBack };
      const { messages } = await store.read.messages.unseen(chat, query);
      return messages.map((one) => ({ ...one, order: undefined }));
    };
    const common = { order: undefined, name: "Ann", integrity: "owner" };
    const earlier = { ...common, direction: "in", text: "earlier", at: 10 };
    const noted = { ...earlier, text: "noted again", at: 11 };
    const reply = { ...earlier, direction: "out", name: "", text: "reply", at: 12 };
    expect(await look([])).toEqual([earlier, noted, reply]);
    expect(await look(["t0"])).toEqual([noted]);
    expect(await look([], 2)).toEqual([reply]);
    expect(await look([], 99, false)).toEqual([noted, reply]);
    // The first carried turn is older than all messages considered.
    expect(await look(["t0"], 5, false)).toEqual([noted]);
    expect(await look([], 7, false)).toEqual([noted, reply]);
  });

  test("an edit that a later one has overtaken is not told, also if that one is held", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const chat = toId<"chat">("p1");
    const said = { chat, messageId: "m", direction: "in", author: "ann", turn: null } as const;
    await store.commit("accept", async (tx) => {
      for (const edit of [0, 2, 1]) {
        const state = edit === 2 ? "queued" : "noted";
        await tx.inbox.add(newMessage(`e${edit}`, { messageId: "m", edit, state }));
        await tx.messages.add({ ...said, edit, text: `edit ${edit}`, at: 10 });
      }
      await tx.inbox.take([toId("e2")], toId("t1"));
    });
    const session = toId<"session">("s1");
    const query = { session, carried: [], among: 9, goesBack: true };
    const { messages } = await store.read.messages.unseen(chat, query);
    expect(messages).toEqual([]);
    const [, held] = await store.read.messages.page(chat, { limit: 9 });
    if (!held) throw new Error("there are no messages");
    const later = { ...query, goesBack: false, after: held.order };
    expect((await store.read.messages.unseen(chat, later)).messages).toEqual([]);
  });

  test("what was said is current until it is edited or taken back", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const hello = message("hello");
    const look = async (edit: number) =>
      store.read.messages.isCurrent(hello.chat, { ...hello, edit });
    expect(await look(0)).toBe(false);
    await store.commit("accept", (tx) => tx.messages.add(hello));
    await store.commit("accept", (tx) => tx.messages.add({ ...hello, direction: "out", edit: 7 }));
    expect(await look(0)).toBe(true);
    await store.commit("accept", (tx) => tx.messages.add({ ...hello, edit: 1 }));
    expect([await look(0), await look(1)]).toEqual([false, true]);
    await store.commit("accept", (tx) => tx.messages.remove(hello.chat, hello.messageId));
    expect(await look(1)).toBe(false);
  });

  test("the feed tells what was said in a message, as it was edited last, and who said it", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const hello = message("hello");
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.messages.add({ ...hello, edit: 1, text: "hello!" });
      await tx.messages.add(hello);
      await tx.messages.add({
        ...hello,
        messageId: "2",
        direction: "out",
        author: "reeve",
        text: "hi",
      });
    });
    const said = (chat: string, id: string) => store.read.messages.said(toId(chat), id);
    expect(await said("p1", hello.messageId)).toEqual({ name: "Ann", text: "hello!" });
    expect(await said("p1", "2")).toEqual({ name: null, text: "hi" });
    expect([await said("p1", "3"), await said("p2", "2")]).toEqual([undefined, undefined]);
  });

  test("the feed keeps a message once per chat, direction, id and edit", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    const hello = message("hello");
    const different: readonly HistoryMessage[] = [
      hello,
      { ...hello, direction: "out", author: "reeve", turn: toId("t1") },
      { ...hello, edit: 1, text: "hello!" },
      { ...hello, messageId: "2" },
    ];
    await store.commit("accept", async (tx) => {
      for (const one of different) expect(await tx.messages.add(one)).toBe(true);
      await tx.messages.add({ ...hello, chat: toId("p2") });
    });

    const repeat = { ...hello, text: "a repeat" };
    expect(await store.commit("accept", (tx) => tx.messages.add(repeat))).toBe(false);

    expect(await store.read.messages.newest(toId("p1"), 9)).toEqual(different);
    expect(await store.read.messages.newest(toId("p1"), 2)).toEqual(different.slice(-2));
    expect(await store.read.messages.newest(toId("p2"), 9)).toEqual([{ ...hello, chat: "p2" }]);
  });

  test("what a session's requests begin with is fixed once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const session = toId<"session">("s1");
    await store.commit("new-session", (tx) =>
      tx.sessions.start({ id: session, chat: toId("p1"), startedAt: 10 }),
    );
    expect(await store.read.sessions.open(session)).toEqual(unopened);

    const frame = { system: ["soul", "rules"], pinned: "<context>✓</context>", tools: ["b", "a"] };
    await store.commit("open-session", (tx) => tx.sessions.setFrame(session, frame));
    const other = { system: [], pinned: "", tools: [] };
    await store.commit("open-session", (tx) => tx.sessions.setFrame(session, other));

    expect(await store.read.sessions.open(session)).toEqual({ ...unopened, frame });
    expect(await store.read.sessions.open(toId("s9"))).toBe(undefined);
  });

  test("a session knows what it goes on from", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const inheritance = {
      summary: "Ann plans a trip.",
      carried: [toId<"turn">("t2"), toId<"turn">("t1")],
    };
    await store.commit("new-session", async (tx) => {
      await tx.sessions.start({ id: toId("s1"), chat: toId("p1"), startedAt: 10 });
      await tx.sessions.end(toId("s1"), { endedAt: 20, reason: "compacted" });
      await tx.sessions.start({ id: toId("s2"), chat: toId("p1"), startedAt: 20, inheritance });
    });
    expect(await store.read.sessions.open(toId("s1"))).toEqual(unopened);
    expect(await store.read.sessions.open(toId("s2"))).toEqual({
      ...unopened,
      inheritance,
      generation: 2,
      startedAt: 20,
      follows: "compacted",
    });
  });

  test("a session knows up to which turn its results are shortened", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const session = toId<"session">("s1");
    await store.commit("new-session", (tx) =>
      tx.sessions.start({ id: session, chat: toId("p1"), startedAt: 10 }),
    );
    await store.commit("mask", (tx) => tx.sessions.setMask(session, toId("t1")));
    expect(await store.read.sessions.open(session)).toEqual({ ...unopened, maskedThrough: "t1" });
  });

  test("a session was last active when its newest turn ended or began", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const s1 = toId<"session">("s1");
    expect(await store.read.sessions.lastAt(toId("s9"))).toBe(undefined);
    expect(await store.read.sessions.lastAt(s1)).toBe(10);
    await store.commit("settle-turn", async (tx) => {
      await tx.turns.end(toId("t1"), { state: "settled", endedAt: 50, incident: null });
      await tx.sessions.start({ id: toId("s2"), chat: toId("p1"), startedAt: 70 });
    });
    expect(await store.read.sessions.lastAt(s1)).toBe(50);
    expect(await store.read.sessions.lastAt(toId("s2"))).toBe(70);
  });

  test("ended sessions wait for their recap, but for empty and compacted ones", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const said = { turn: toId<"turn">("t1"), messages: 1 };
    await store.commit("new-session", async (tx) => {
      for (const [index, reason] of ["idle", "compacted", "daily", "new", "new"].entries()) {
        const id = toId<"session">(`s${index}`);
        await tx.sessions.start({ id, chat: toId("p1"), startedAt: index });
        await tx.sessions.end(id, { endedAt: 90 - index, reason });
        if (index < 4) await tx.sessions.count(id, said);
      }
      await tx.sessions.start({ id: toId("now"), chat: toId("p1"), startedAt: 95 });
      await tx.sessions.count(toId("now"), said);
    });
    const waiting = [
      { id: "s3", chat: "p1", endedAt: 87 },
      { id: "s2", chat: "p1", endedAt: 88 },
      { id: "s0", chat: "p1", endedAt: 90 },
    ];
    expect(await store.read.sessions.withoutSummary(9)).toEqual(waiting);
    expect(await store.read.sessions.withoutSummary(1)).toEqual(waiting.slice(0, 1));

    await store.commit("summarise-session", (tx) => tx.sessions.setSummary(toId("s3"), ""));

    expect(await store.read.sessions.withoutSummary(9)).toEqual(waiting.slice(1));
  });

  test("an ended session whose turn still runs does not wait for its recap yet", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const said = { turn: toId<"turn">("t1"), messages: 1 };
    await store.commit("new-session", async (tx) => {
      await tx.sessions.count(toId("s1"), said);
      await tx.sessions.end(toId("s1"), { endedAt: 20, reason: "new" });
    });
    expect(await store.read.sessions.withoutSummary(9)).toEqual([]);

    const ending = { state: "settled", endedAt: 30, incident: null } as const;
    await store.commit("settle-turn", (tx) => tx.turns.end(toId("t1"), ending));

    expect(await store.read.sessions.withoutSummary(9)).toEqual([
      { id: "s1", chat: "p1", endedAt: 20 },
    ]);
  });

  test("a chat's last message is the one that was stored last", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const chat = toId<"chat">("p1");
    expect(await store.read.messages.lastAt(chat)).toBe(undefined);

    const said = { chat, edit: 0, author: "ann", text: "hi", turn: null } as const;
    await store.commit("accept", async (tx) => {
      await tx.messages.add({ ...said, messageId: "1", direction: "in", at: 50 });
      await tx.messages.add({ ...said, messageId: "2", direction: "out", at: 40 });
    });

    expect(await store.read.messages.lastAt(chat)).toBe(40);
  });

  test("the newest message of each chat is listed, and messages are searched", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const said = { chat: toId<"chat">("p1"), edit: 0, author: "ann", turn: null } as const;
    await store.commit("accept", async (tx) => {
      await tx.messages.add({ ...said, messageId: "1", direction: "in", at: 40, text: "50% off" });
      await tx.messages.add({ ...said, messageId: "2", direction: "out", at: 50, text: "Fifty" });
    });
    const { messages } = store.read;
    const [newest, ...others] = await messages.latest({ tenant: "home", limit: 5 });
    expect(newest).toMatchObject({ text: "Fifty", at: 50, direction: "out" });
    expect(others).toEqual([]);
    const before = newest?.order ?? 0;
    expect(await messages.latest({ tenant: "home", limit: 5, before })).toEqual([]);
    expect(await messages.latest({ tenant: "home", uid: "bob", limit: 5 })).toEqual([]);
    expect(await messages.latest({ tenant: "other", limit: 5 })).toEqual([]);

    const found = async (search: string) => {
      const rows = await messages.page(said.chat, { limit: 5, search });
      return rows.map(({ text }) => text);
    };
    expect(await found("fift")).toEqual(["Fifty"]);
    expect(await found("0%")).toEqual(["50% off"]);
    expect(await found("%y")).toEqual([]);
  });
}

/** Session without inheritance and without requests so far. */
const unopened = {
  frame: undefined,
  inheritance: undefined,
  maskedThrough: null,
  generation: 1,
  startedAt: 10,
  follows: null,
};

function message(text: string): HistoryMessage {
  return {
    chat: toId("p1"),
    messageId: "1",
    edit: 0,
    direction: "in",
    author: "ann",
    text,
    at: 1_800_000_000_000,
    turn: null,
  };
}

function toTurn(id: string) {
  return toId<"turn">(id);
}

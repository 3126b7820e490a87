import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { FeedMessage } from "../../feed.ts";
import type { OpenStore } from "../opened-store.ts";
import { addPlace, addTurn, newPlace } from "../rows.ts";

export function conversationTests(open: OpenStore): void {
  test("a session has the next generation of its place, and its counters add up", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    await store.commit("new-session", async (tx) => {
      await tx.places.add(newPlace("p2"));
      await tx.sessions.start({ id: toId("s1"), place: toId("p1"), startedAt: 10 });
      await tx.sessions.end(toId("s1"), { endedAt: 15, reason: "new" });
      await tx.sessions.start({ id: toId("s2"), place: toId("p1"), startedAt: 20 });
      await tx.sessions.start({ id: toId("s3"), place: toId("p2"), startedAt: 30 });
      await tx.sessions.end(toId("s1"), { endedAt: 99, reason: "again" });
    });
    const totals = {
      turns: 1,
      messages: 2,
      inputTokens: 300,
      cachedTokens: 40,
      outputTokens: 50,
    };

    await store.commit("settle-turn", (tx) => tx.sessions.count(toId("s2"), totals));
    await store.commit("settle-turn", (tx) => tx.sessions.count(toId("s2"), totals));

    const untouched = {
      endedAt: null,
      reason: null,
      turns: 0,
      messages: 0,
      inputTokens: 0,
      cachedTokens: 0,
      outputTokens: 0,
    };
    const s3 = { ...untouched, id: "s3", place: "p2", generation: 1, startedAt: 30 };
    const s2 = {
      id: "s2",
      place: "p1",
      generation: 2,
      startedAt: 20,
      endedAt: null,
      reason: null,
      turns: 2,
      messages: 4,
      inputTokens: 600,
      cachedTokens: 80,
      outputTokens: 100,
    };
    const s1 = {
      ...untouched,
      id: "s1",
      place: "p1",
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
    await addPlace(store);
    const ids = ["e", "d", "c", "b", "a"];
    await store.commit("new-session", async (tx) => {
      for (const id of ids)
        await tx.sessions.start({ id: toId(id), place: toId("p1"), startedAt: 10 });
    });
    const listed = await store.read.sessions.list(5);
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("a place points to its session", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    await store.commit("new-session", async (tx) => {
      await tx.sessions.start({ id: toId("s1"), place: toId("p1"), startedAt: 10 });
      await tx.places.setSession(toId("p1"), toId("s1"));
    });
    expect((await store.read.places.byId(toId("p1")))?.sessionId).toBe("s1");
  });

  test("the feed keeps a message once per place, direction, id and edit", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    await store.commit("accept", (tx) => tx.places.add(newPlace("p2")));
    const hello = message("hello");
    const different: readonly FeedMessage[] = [
      hello,
      { ...hello, direction: "out", author: "reeve", turn: toId("t1") },
      { ...hello, edit: 1, text: "hello!" },
      { ...hello, messageId: "2" },
    ];
    await store.commit("accept", async (tx) => {
      for (const one of different) await tx.feed.add(one);
      await tx.feed.add({ ...hello, place: toId("p2") });
    });

    await store.commit("accept", (tx) => tx.feed.add({ ...hello, text: "a repeat" }));

    expect(await store.read.feed.newest(toId("p1"), 9)).toEqual(different);
    expect(await store.read.feed.newest(toId("p1"), 2)).toEqual(different.slice(-2));
    expect(await store.read.feed.newest(toId("p2"), 9)).toEqual([{ ...hello, place: "p2" }]);
  });

  test("what a session's requests begin with is fixed once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const session = toId<"session">("s1");
    await store.commit("new-session", (tx) =>
      tx.sessions.start({ id: session, place: toId("p1"), startedAt: 10 }),
    );
    expect(await store.read.sessions.frame(session)).toBe(undefined);

    const frame = { system: ["soul", "rules"], pinned: "<context>✓</context>", tools: ["b", "a"] };
    await store.commit("open-session", (tx) => tx.sessions.setFrame(session, frame));
    const other = { system: [], pinned: "", tools: [] };
    await store.commit("open-session", (tx) => tx.sessions.setFrame(session, other));

    expect(await store.read.sessions.frame(session)).toEqual(frame);
  });

  test("a session knows what it goes on from", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const inheritance = {
      summary: "Ann plans a trip.",
      carried: [toId<"turn">("t2"), toId<"turn">("t1")],
    };
    await store.commit("new-session", async (tx) => {
      await tx.sessions.start({ id: toId("s1"), place: toId("p1"), startedAt: 10 });
      await tx.sessions.start({ id: toId("s2"), place: toId("p1"), startedAt: 20, inheritance });
    });
    expect(await store.read.sessions.inheritance(toId("s1"))).toBe(undefined);
    expect(await store.read.sessions.inheritance(toId("s2"))).toEqual(inheritance);
  });

  test("a session knows up to which turn its results are shortened", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const session = toId<"session">("s1");
    await store.commit("new-session", (tx) =>
      tx.sessions.start({ id: session, place: toId("p1"), startedAt: 10 }),
    );
    expect(await store.read.sessions.maskedThrough(session)).toBe(null);
    await store.commit("mask", (tx) => tx.sessions.setMask(session, toId("t1")));
    expect(await store.read.sessions.maskedThrough(session)).toBe("t1");
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
      await tx.sessions.start({ id: toId("s2"), place: toId("p1"), startedAt: 70 });
    });
    expect(await store.read.sessions.lastAt(s1)).toBe(50);
    expect(await store.read.sessions.lastAt(toId("s2"))).toBe(70);
  });

  test("ended sessions wait for their recap, but for empty and compacted ones", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const said = { turns: 1, messages: 1, inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
    await store.commit("new-session", async (tx) => {
      for (const [index, reason] of ["idle", "compacted", "daily", "new", "new"].entries()) {
        const id = toId<"session">(`s${index}`);
        await tx.sessions.start({ id, place: toId("p1"), startedAt: index });
        await tx.sessions.end(id, { endedAt: 90 - index, reason });
        if (index < 4) await tx.sessions.count(id, said);
      }
      await tx.sessions.start({ id: toId("now"), place: toId("p1"), startedAt: 95 });
      await tx.sessions.count(toId("now"), said);
    });
    const waiting = [
      { id: "s3", place: "p1", endedAt: 87 },
      { id: "s2", place: "p1", endedAt: 88 },
      { id: "s0", place: "p1", endedAt: 90 },
    ];
    expect(await store.read.sessions.withoutRecap(9)).toEqual(waiting);
    expect(await store.read.sessions.withoutRecap(1)).toEqual(waiting.slice(0, 1));

    await store.commit("summarise-session", (tx) => tx.sessions.setRecap(toId("s3"), ""));

    expect(await store.read.sessions.withoutRecap(9)).toEqual(waiting.slice(1));
  });

  test("a place's last message is the one that was stored last", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const place = toId<"place">("p1");
    expect(await store.read.feed.lastAt(place)).toBe(undefined);

    const said = { place, edit: 0, author: "ann", text: "hi", turn: null } as const;
    await store.commit("accept", async (tx) => {
      await tx.feed.add({ ...said, messageId: "1", direction: "in", at: 50 });
      await tx.feed.add({ ...said, messageId: "2", direction: "out", at: 40 });
    });

    expect(await store.read.feed.lastAt(place)).toBe(40);
  });
}

function message(text: string): FeedMessage {
  return {
    place: toId("p1"),
    messageId: "1",
    edit: 0,
    direction: "in",
    author: "ann",
    text,
    at: 1_800_000_000_000,
    turn: null,
  };
}

import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Evidence, FactChange, MemoryFact } from "../../../search/facts.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addTurn, ann, bob, newChat, newTurn, newFact } from "../../rows.ts";

export function factTests(open: OpenStore): void {
  test("a fact comes back whole, with what it rests on", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const fact = newFact("f1", {
      text: "Ann's cat is called 'Miu' \\ 🐈",
      subject: "Miu",
      tier: "working",
      validUntil: 1_800_000_000_000,
      confirmedBy: ann.id,
    });
    const [later, earlier] = [evidence("m2", 20), evidence("m1", 10)];
    await store.commit("learn", async (tx) => {
      await tx.facts.add(fact);
      await tx.facts.addEvidence(fact.id, [later]);
      await tx.facts.addEvidence(fact.id, [earlier, later]);
      await tx.facts.addEvidence(fact.id, []);
    });

    expect(await store.read.facts.byId(fact.id)).toEqual(fact);
    expect(await store.slow.facts.evidenceOf(fact.id)).toEqual([earlier, later]);
    expect(await store.read.facts.byId(toId("f2"))).toBe(undefined);
  });

  test("facts are found by words among what one audience may see, newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await addFacts(store, [
      newFact("tea", { text: "Ann likes Éclairs and TEA" }),
      newFact("group", { text: "Tea at five", audience: "group:cli:1" }),
      newFact("work", { text: "Tea", tenant: "work" }),
      newFact("gone", { text: "Tea", state: "superseded", supersededBy: toId("tea") }),
      newFact("odd", { text: "100 % sure", tier: "session" }),
      newFact("new", { text: "Ann drinks tea" }),
    ]);
    const find = async (words: readonly string[], own: object = { audience: "ann" }) => {
      const query = { tenant: "home", words, limit: 9, ...own };
      return (await store.read.facts.list(query)).map(({ id }) => id);
    };

    expect(await find(["tea"])).toEqual(["new", "tea"]);
    expect(await find(["eclairs", "sure"])).toEqual(["odd", "tea"]);
    expect(await find(["%"])).toEqual([]);
    expect(await find([])).toEqual(["new", "odd", "tea"]);
    expect(await find([], { audience: "ann", tier: "session" })).toEqual(["odd"]);
    expect(await find(["tea"], {})).toEqual(["new", "group", "tea"]);
    expect(await find(["tea"], { limit: 1 })).toEqual(["new"]);
    const replaced = await store.read.facts.replacedBy(toId("tea"));
    expect(replaced.map(({ id }) => id)).toEqual(["gone"]);
  });

  test("a changed fact is found by its new words", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await addFacts(store, [newFact("f1", { text: "tea" }), newFact("f2", { text: "tea" })]);
    await store.commit("change-memory", async (tx) => {
      await tx.facts.change(toId("f1"), { text: "coffee", confirmedBy: bob.id });
      await tx.facts.change(toId("f2"), {
        state: "superseded",
        supersededBy: toId("f1"),
        validUntil: 9,
      });
      await tx.facts.change(toId("f2"), { validUntil: null });
    });

    const query = { tenant: "home", audience: "ann", words: ["coffee"], limit: 9 };
    expect(await store.read.facts.list(query)).toEqual([
      newFact("f1", { text: "coffee", confirmedBy: bob.id }),
    ]);
    expect(await store.read.facts.byId(toId("f2"))).toEqual(
      newFact("f2", { text: "tea", state: "superseded", supersededBy: toId("f1") }),
    );
  });

  test("what is believed can be found, as it says at the moment", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const scope = {
      tenant: "home",
      audience: "ann",
      chat: toId<"chat">("p1"),
      source: "fact",
    } as const;
    const found = async () =>
      (await store.read.passages.list(scope)).map(({ ref, text }) => `${ref}: ${text}`);
    const change = (id: string, own: FactChange) =>
      store.commit("change-memory", (tx) => tx.facts.change(toId(id), own));
    await addFacts(store, [
      newFact("f1", { text: "tea" }),
      newFact("f2", { text: "cake" }),
      newFact("f3", { state: "retracted" }),
    ]);
    expect(await found()).toEqual(["f1: tea", "f2: cake"]);

    await change("f1", { text: "coffee" });
    await change("f2", { state: "superseded" });
    expect(await found()).toEqual(["f1: coffee"]);

    await change("f2", { state: "active" });
    expect(await found()).toEqual(["f1: coffee", "f2: cake"]);
  });

  test("a fact is over at its end, or a while after its session", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("new-session", async (tx) => {
      await tx.sessions.start({ id: toId("s2"), chat: toId("p1"), startedAt: 5 });
      await tx.sessions.end(toId("s1"), { endedAt: 100, reason: "new" });
    });
    expect(await store.read.facts.nextEnd()).toBe(undefined);
    const open2 = { session: toId<"session">("s2") };
    await addFacts(store, [
      newFact("lasting", { validUntil: null }),
      newFact("working", { tier: "working", validUntil: 130 }),
      newFact("longer", { tier: "working", validUntil: 131 }),
      newFact("ended", { tier: "session" }),
      newFact("open", { tier: "session", ...open2 }),
      newFact("gone", { tier: "working", validUntil: 1, state: "retracted" }),
    ]);
    const expired = async (now: number, limit = 9) => {
      const over = await store.read.facts.expired({ now, restMs: 30, limit });
      return over.map(({ id }) => id);
    };

    expect(await expired(129)).toEqual([]);
    expect(await expired(130)).toEqual(["working", "ended"]);
    expect(await expired(1000)).toEqual(["working", "longer", "ended"]);
    expect(await expired(1000, 1)).toEqual(["working"]);
    expect(await store.read.facts.nextEnd()).toBe(130);
  });

  test("a person is newly known by lasting facts that are newer than the profile", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await addFacts(store, [
      newFact("a1", { createdAt: 10 }),
      newFact("a2", { createdAt: 20 }),
      newFact("a3", { createdAt: 21, tier: "session" }),
      newFact("b1", { createdAt: 30, audience: "bob" }),
      newFact("b2", { createdAt: 40, audience: "bob", state: "retracted" }),
      newFact("g1", { createdAt: 50, audience: "group:cli:1" }),
    ]);
    const known = async () =>
      (await store.read.facts.newlyKnown()).toSorted((a, b) => (a.audience < b.audience ? -1 : 1));
    const bobs = { tenant: "home", audience: "bob", facts: 1, since: 30 };
    expect(await known()).toEqual([{ tenant: "home", audience: "ann", facts: 2, since: 10 }, bobs]);

    const profile = { tenant: "home", fixed: "", text: "", evidence: [], isStale: false };
    await store.commit("write-profile", async (tx) => {
      await tx.profiles.put({ ...profile, person: ann.id, updatedAt: 20 });
      await tx.profiles.put({ ...profile, person: bob.id, updatedAt: 29 });
    });

    expect(await known()).toEqual([bobs]);
  });

  test("a turn waits until something was learned from it", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const ended = { state: "settled", incident: null } as const;
    await store.commit("settle-turn", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.sessions.start({ id: toId("s2"), chat: toId("p2"), startedAt: 5 });
      await tx.turns.end(toId("t1"), { ...ended, endedAt: 10, isToLearnFrom: true });
      for (const [id, endedAt, chat] of [
        ["t2", 30, "p1"],
        ["t3", 20, "p2"],
      ] as const) {
        const session = chat === "p1" ? "s1" : "s2";
        await tx.turns.add(newTurn(id, { chat: toId(chat), session: toId(session) }));
        await tx.turns.end(toId(id), { ...ended, endedAt, isToLearnFrom: true });
      }
      await tx.turns.add(newTurn("t4"));
      await tx.turns.end(toId("t4"), { ...ended, endedAt: 40 });
    });
    const unlearnt = async () =>
      (await store.read.turns.withoutFacts()).toSorted((a, b) => (a.chat < b.chat ? -1 : 1));
    const idsOf = async (limit: number) =>
      (await store.read.turns.withoutFactsOf(toId("p1"), limit)).map(({ id }) => id);

    expect(await unlearnt()).toEqual([
      { chat: "p1", turns: 2, firstAt: 10, lastAt: 30 },
      { chat: "p2", turns: 1, firstAt: 20, lastAt: 20 },
    ]);
    expect([await idsOf(9), await idsOf(1)]).toEqual([["t1", "t2"], ["t1"]]);
    await store.commit("learn", async (tx) => {
      await tx.turns.markExtracted([toId("t1"), toId("t3")]);
      await tx.turns.markExtracted([]);
    });
    expect(await unlearnt()).toEqual([{ chat: "p1", turns: 1, firstAt: 30, lastAt: 30 }]);
  });

  test("what requests of one purpose took is counted since a moment", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const entry = {
      turn: toId<"turn">("t1"),
      step: 0,
      chat: toId<"chat">("p1"),
      model: "m",
      cachedTokens: 1,
      cacheWriteTokens: 1,
      reasoningTokens: 1,
      costNano: null,
    };
    await store.commit("learn", async (tx) => {
      for (const [purpose, at] of [
        ["learn", 10],
        ["learn", 20],
        ["learn", 30],
        ["profile", 30],
      ] as const)
        await tx.usage.add({ ...entry, purpose, at, inputTokens: 100, outputTokens: 7 });
    });
    expect(await store.read.usage.tokensFor("learn", 20)).toBe(214);
    expect(await store.read.usage.tokensFor("learn", 31)).toBe(0);
  });
}

function evidence(messageId: string, saidAt: number): Evidence {
  return { chat: toId("p1"), messageId, edit: 0, author: ann.id, saidAt };
}

function addFacts(store: Store, facts: readonly MemoryFact[]): Promise<void> {
  return store.commit("learn", async (tx) => {
    for (const fact of facts) await tx.facts.add(fact);
  });
}

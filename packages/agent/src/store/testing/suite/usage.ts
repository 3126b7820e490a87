import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { Store } from "../../store.ts";
import { USAGE_KEYS } from "@reeve/operations/agent/usage";
import type { UsageEntry, UsageQuery, UsageSum } from "../../billing/usage.ts";
import type { OpenStore } from "../opened-store.ts";
import { addCalls, addTurn, ann, newCall, newTurn } from "../rows.ts";

const entry: UsageEntry = {
  turn: toId("t1"),
  step: 0,
  chat: toId("p1"),
  model: "offline/1",
  purpose: "think",
  inputTokens: 10,
  cachedTokens: 5,
  cacheWriteTokens: 3,
  outputTokens: 7,
  reasoningTokens: 2,
  costNano: 100n,
  at: Date.UTC(2026, 1, 20, 12),
};

const query: UsageQuery = { tenant: "home", from: "2026-02-01", to: "2026-02-28" };

const nothing = {
  calls: 0,
  unpriced: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costNano: 0n,
};

function add(store: Store, changes: readonly Partial<UsageEntry>[]): Promise<void> {
  return store.commit("settle-call", async (tx) => {
    for (const change of changes) await tx.usage.add({ ...entry, ...change });
  });
}

function costs(sums: readonly UsageSum[]) {
  return Object.fromEntries(sums.map(({ key, costNano }) => [key, Number(costNano)]));
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00Z`);
}

function spentByAll(tokens: number) {
  return { tenant: tokens, person: tokens, agent: tokens, purpose: tokens };
}

export function usageTests(open: OpenStore): void {
  test("what was done for a message counts for its sender and chat, without a turn", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const { turn: _turn, step: _step, chat, ...used } = entry;
    await store.commit("understand", (tx) =>
      tx.usage.addUnasked({
        ...used,
        purpose: "hear",
        tenant: "home",
        day: "2026-02-20",
        sent: { message: toId("m1"), chat },
      }),
    );
    const { usage } = store.slow;

    expect(costs(await usage.summary({ ...query, person: ann.id }, "purpose"))).toEqual({
      hear: 100,
    });
    expect(costs(await usage.summary(query, "place"))).toEqual({ p1: 100 });
    expect(costs(await usage.summary({ ...query, person: ann.id }, "tool"))).toEqual({
      "(hear)": 100,
    });
    expect(costs(await usage.summary({ ...query, person: ann.id }, "session"))).toEqual({
      "": 100,
    });
    const listed = await usage.list({ ...query, person: ann.id }, { after: 0, limit: 9 });
    expect(listed).toMatchObject([
      { purpose: "hear", person: "ann", where: "cli/p1", turn: null, costNano: 100n },
    ]);
    const spent = await usage.spentFor({ tenant: "home", person: ann.id }, 0);
    expect(spent).toEqual({ tokens: 17, costNano: 100n });
  });

  test("usage is summed up by each key, and what has no price is told apart", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("settle-call", (tx) =>
      tx.turns.add(newTurn("t2", { agent: "writer", state: "settled" })),
    );
    await add(store, [
      { day: "2026-02-20" },
      { day: "2026-02-20", costNano: null },
      { turn: toId("t2"), model: "big/2", day: "2026-02-21", costNano: 5_000_000_000_000n },
      { turn: toId("t2"), purpose: "recap", day: "2026-01-31", costNano: 9n },
    ]);
    await store.commit("index-passages", (tx) =>
      tx.usage.addUnasked({
        tenant: "home",
        model: "voyage/4",
        purpose: "embed",
        inputTokens: 40,
        cachedTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
        reasoningTokens: 0,
        costNano: 8n,
        at: entry.at,
        day: "2026-02-21",
      }),
    );
    const { usage } = store.slow;

    expect(await usage.summary(query, "day")).toEqual([
      {
        key: "2026-02-20",
        calls: 2,
        unpriced: 1,
        inputTokens: 20,
        cachedTokens: 10,
        cacheWriteTokens: 6,
        outputTokens: 14,
        reasoningTokens: 4,
        costNano: 100n,
      },
      {
        key: "2026-02-21",
        calls: 2,
        unpriced: 0,
        inputTokens: 50,
        cachedTokens: 5,
        cacheWriteTokens: 3,
        outputTokens: 7,
        reasoningTokens: 2,
        costNano: 5_000_000_000_008n,
      },
    ]);
    const big = 5_000_000_000_000;
    expect(costs(await usage.summary(query, "model"))).toEqual({
      "big/2": big,
      "offline/1": 100,
      "voyage/4": 8,
    });
    expect(costs(await usage.summary(query, "agent"))).toEqual({ writer: big, main: 100, "": 8 });
    expect(costs(await usage.summary(query, "person"))).toEqual({ ann: big + 100, "": 8 });
    expect(costs(await usage.summary(query, "place"))).toEqual({ p1: big + 100, "": 8 });
    expect(costs(await usage.summary(query, "session"))).toEqual({ s1: big + 100, "": 8 });
    expect(costs(await usage.summary(query, "purpose"))).toEqual({ think: big + 100, embed: 8 });
    expect(await usage.summary({ ...query, tenant: "other" }, "day")).toEqual([]);
    for (const by of USAGE_KEYS) {
      const own = await usage.summary({ ...query, person: ann.id }, by);
      expect(own.reduce((sum, { costNano }) => sum + costNano, 0n)).toBe(BigInt(big + 100));
      expect(await usage.summary({ ...query, person: toId("bob") }, by)).toEqual([]);
    }
  });

  test("a thought is shared out among the tools that it called, and nothing gets lost", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [
      newCall("c0"),
      newCall("c1", { position: 1, tool: "web_fetch" }),
      newCall("c2", { position: 2 }),
    ]);
    await add(store, [
      { costNano: 101n, outputTokens: 2 },
      { step: 1, costNano: 40n },
      { purpose: "plan", costNano: 7n },
    ]);
    const sums = await store.slow.usage.summary(query, "tool");
    expect(costs(sums)).toEqual({
      note_create: 34 + 33,
      web_fetch: 34,
      "(think)": 40,
      "(plan)": 7,
    });
    expect(sums.find(({ key }) => key === "web_fetch")).toEqual({
      key: "web_fetch",
      calls: 1,
      unpriced: 0,
      inputTokens: 3,
      cachedTokens: 2,
      cacheWriteTokens: 1,
      outputTokens: 1,
      reasoningTokens: 1,
      costNano: 34n,
    });
  });

  test("requests of a day are found among those of other days, whatever their order", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c0")]);
    const days = ["2026-02-03", "2026-03-01", "2026-02-02", "2026-01-01", "2026-02-03"];
    await add(
      store,
      days.map((day, index) => ({ day, at: noonOf(day), outputTokens: 10 ** index })),
    );
    const { usage } = store.slow;
    const outputs = async (from: string, to: string, after = 0) =>
      (await usage.list({ tenant: "home", from, to }, { after, limit: 9 })).map(
        ({ outputTokens }) => outputTokens,
      );

    expect(await outputs("2026-02-01", "2026-02-28")).toEqual([1, 100, 10_000]);
    expect(await outputs("2026-02-02", "2026-02-02")).toEqual([100]);
    expect(await outputs("2026-02-04", "2026-12-31")).toEqual([10]);
    expect(await outputs("2026-02-04", "2026-02-28")).toEqual([]);
    expect(await outputs("2026-04-01", "2026-12-31")).toEqual([]);
    const [first, second] = await usage.list(query, { after: 0, limit: 2 });
    expect(await outputs(query.from, query.to, first?.order)).toEqual([100, 10_000]);
    expect(await outputs(query.from, query.to, second?.order)).toEqual([10_000]);
    for (const by of ["session", "tool"] as const) {
      const sums = await usage.summary({ ...query, from: "2026-02-03" }, by);
      expect(sums.map(({ outputTokens }) => outputTokens)).toEqual([10_001]);
    }
    const spent = async (day: string) => ({
      tenant: (await usage.spentFor({ tenant: "home" }, noonOf(day))).tokens,
      person: (await usage.spentFor({ tenant: "home", person: ann.id }, noonOf(day))).tokens,
      agent: (await usage.spentBy("main", noonOf(day))).tokens,
      purpose: await usage.tokensFor("think", noonOf(day)),
    });
    expect(await spent("2026-02-03")).toEqual(spentByAll(30 + 10_011));
    expect(await spent("2026-03-01")).toEqual(spentByAll(10 + 10));
    expect(await spent("2026-03-02")).toEqual(spentByAll(0));
  });

  test("requests are listed with what they may be charged to, page by page", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c0"), newCall("c1", { position: 1, tool: "web_fetch" })]);
    await add(store, [{}, { purpose: "recap", costNano: null }, { day: "2026-03-01" }]);
    const { usage } = store.slow;

    const [first, ...others] = await usage.list(query, { after: 0, limit: 1 });
    expect(others).toEqual([]);
    const { at, turn, step, chat, model, purpose, costNano, ...tokens } = entry;
    expect(first).toEqual({
      ...tokens,
      order: expect.any(Number),
      day: "2026-02-20",
      at,
      turn,
      step,
      chat,
      where: "cli/p1",
      person: "ann",
      agent: "main",
      session: "s1",
      model,
      purpose,
      costNano,
      tools: ["note_create", "web_fetch"],
    });
    const next = await usage.list(query, { after: first?.order ?? 0, limit: 10 });
    expect(next.map((row) => [row.purpose, row.costNano, row.tools])).toEqual([
      ["recap", null, []],
    ]);
  });

  test("what is counted by days is what all requests come to, by whatever key", async () => {
    const requests = fc.array(
      fc.record({
        day: fc.constantFrom("2026-02-01", "2026-02-14", "2026-02-28"),
        step: fc.constantFrom(0, 1),
        model: fc.constantFrom("a/1", "b/2"),
        purpose: fc.constantFrom("think", "compact", "recap", "learn"),
        inputTokens: fc.nat(1000),
        outputTokens: fc.nat(1000),
        costNano: fc.option(fc.bigInt(0n, 10n ** 12n)),
      } as const),
      { maxLength: 12 },
    );
    await using opened = await open();
    const { store } = opened;
    await addCalls(
      store,
      ["c0", "c1", "c2"].map((id, position) =>
        newCall(id, { position, tool: id === "c1" ? "web_fetch" : "note_create" }),
      ),
    );
    const expected = { ...nothing };
    await fc.assert(
      fc.asyncProperty(requests, async (changes) => {
        await add(store, changes);
        for (const { inputTokens, outputTokens, costNano } of changes) {
          expected.calls += 1;
          expected.unpriced += costNano === null ? 1 : 0;
          expected.inputTokens += inputTokens;
          expected.outputTokens += outputTokens;
          expected.cachedTokens += entry.cachedTokens;
          expected.cacheWriteTokens += entry.cacheWriteTokens;
          expected.reasoningTokens += entry.reasoningTokens;
          expected.costNano += costNano ?? 0n;
        }
        for (const by of USAGE_KEYS) {
          const total = { ...nothing };
          for (const sum of await store.slow.usage.summary(query, by)) {
            total.calls += sum.calls;
            total.unpriced += sum.unpriced;
            total.inputTokens += sum.inputTokens;
            total.outputTokens += sum.outputTokens;
            total.cachedTokens += sum.cachedTokens;
            total.cacheWriteTokens += sum.cacheWriteTokens;
            total.reasoningTokens += sum.reasoningTokens;
            total.costNano += sum.costNano;
          }
          // A step counts once for each of its calls.
          const { calls, unpriced } = by === "tool" ? total : expected;
          expect(total).toEqual({ ...expected, calls, unpriced });
        }
      }),
      { numRuns: 15 },
    );
  });

  test("a price is noted when it changes, and the newest comes first", async () => {
    await using opened = await open();
    const { store } = opened;
    const note = (model: string, since: number, rates: string | null) =>
      store.commit("recover", (tx) => tx.usage.notePrice({ model, since, rates }));
    await note("a/1", 1, "1 2");
    await note("a/1", 2, "1 2");
    await note("a/1", 3, null);
    await note("b/2", 4, null);
    await note("a/1", 5, "1 3");
    expect(await store.read.usage.prices()).toEqual([
      { model: "a/1", since: 5, rates: "1 3" },
      { model: "a/1", since: 3, rates: null },
      { model: "a/1", since: 1, rates: "1 2" },
      { model: "b/2", since: 4, rates: null },
    ]);
  });
}

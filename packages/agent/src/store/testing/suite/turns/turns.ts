import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Label } from "../../../../kernel/label.ts";
import type { Step, StoredCall } from "../../../turns/turns.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addCalls, addTurn, newCall, newMessage, newTurn } from "../../rows.ts";

const t1 = toId<"turn">("t1");
const p1 = toId<"chat">("p1");

export function turnTests(open: OpenStore): void {
  test("a turn comes back whole, running and ended", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const { firstEvent: _first, ...turn } = newTurn("t1");
    const whole = { ...turn, cancel: null, incident: null, endedAt: null };

    expect(await store.read.turns.byId(t1)).toEqual(whole);
    expect(await store.read.turns.running(p1)).toEqual(whole);
    await store.commit("settle-turn", async (tx) => {
      await tx.turns.setAttempts(t1, 3);
      await tx.turns.lowerRole(t1, "guest");
      await tx.turns.end(t1, { state: "failed", endedAt: 77, incident: "i1" });
    });

    const ended = {
      ...whole,
      attempts: 3,
      role: "guest",
      state: "failed",
      endedAt: 77,
      incident: "i1",
    };
    expect(await store.read.turns.byId(t1)).toEqual(ended);
    expect(await store.read.turns.byIncident("i1")).toEqual(ended);
    expect(await store.read.turns.byIncident("i2")).toBe(undefined);
    expect(await store.read.turns.running(p1)).toBe(undefined);
  });

  test("a chat has one running turn", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const second = store.commit("claim", (tx) => tx.turns.add(newTurn("t2")));
    await expect(second).rejects.toThrow(/unique/i);
    expect(await store.read.turns.byId(toId("t2"))).toBe(undefined);
  });

  test("a stop marks the running turn, and no interruption weakens it", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const cancel = (reason: "stopped" | "interrupted") =>
      store.commit("stop", (tx) => tx.turns.cancelRunning(p1, reason));
    const marked = async () => (await store.read.turns.byId(t1))?.cancel;

    expect([await cancel("interrupted"), await marked()]).toEqual(["t1", "interrupted"]);
    expect([await cancel("stopped"), await marked()]).toEqual(["t1", "stopped"]);
    await cancel("interrupted");
    expect(await marked()).toBe("stopped");

    await store.commit("settle-turn", (tx) =>
      tx.turns.end(t1, { state: "cancelled", endedAt: 5, incident: null }),
    );
    expect(await cancel("stopped")).toBe(undefined);
  });

  test("steps and calls come back whole and in order", async () => {
    await using opened = await open();
    const { store } = opened;
    const calls: readonly StoredCall[] = [
      newCall("c0", {
        state: "settled",
        verdict: "deny",
        args: { deep: [1, null, { "key with 'quotes'": "✓" }], text: "\\%_" },
        result: { type: "fault", code: "denied", text: "no" },
        startedFence: 3,
        origin: toId("a1"),
        artifact: "art1",
        expected: { before: "b", after: "a" },
      }),
      newCall("c1", { position: 1, args: null, via: "tool_call", effect: "read", replay: "rerun" }),
      newCall("c2", { position: 2, state: "settled", verdict: "ask", args: "text" }),
    ];
    await addCalls(store, calls.toReversed());
    await store.commit("settle-call", (tx) =>
      tx.turns.addStep(t1, { n: 1, kind: "close", requestId: "r1", input: null }),
    );

    expect(await store.read.turns.steps(t1)).toEqual([
      {
        n: 0,
        kind: "think",
        state: "settled",
        requestId: "r0",
        input: "hello",
        extras: { text: "[Hint: be kind]", tools: ["web_fetch"] },
        text: "Let me see.",
        meta: { signature: "c2ln" },
        calls,
      },
      {
        n: 1,
        kind: "close",
        state: "started",
        requestId: "r1",
        input: null,
        extras: null,
        text: "",
        meta: null,
        calls: [],
      },
    ]);
    expect(await store.read.turns.steps(toId("unknown"))).toEqual([]);
  });

  test("a thought without calls is stored as one", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, []);
    const [step] = await store.read.turns.steps(t1);
    expect(step?.calls).toEqual([]);
  });

  test("a call goes from planned to started to settled, and never back", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const c1 = toId<"call">("c1");
    const stored = async () => (await store.read.turns.steps(t1))[0]?.calls;
    const start = (expected: StoredCall["expected"]) =>
      store.commit("start-call", (tx) => tx.turns.startCall(c1, { fence: 4, expected, at: 11 }));
    const settle = (text: string, artifact: string | null) =>
      store.commit("settle-call", (tx) =>
        tx.turns.settleCall(c1, { result: { type: "value", text }, artifact }),
      );

    await start({ before: "1", after: "2" });
    const started = newCall("c1", {
      state: "started",
      startedFence: 4,
      startedAt: 11,
      expected: { before: "1", after: "2" },
    });
    expect(await stored()).toEqual([started]);
    await start(undefined);
    expect(await stored()).toEqual([started]);

    await settle("first", "art1");
    const settled: StoredCall = {
      ...started,
      state: "settled",
      result: { type: "value", text: "first" },
      artifact: "art1",
    };
    expect(await stored()).toEqual([settled]);
    await settle("second", null);
    await start(undefined);
    expect(await stored()).toEqual([settled]);
  });

  test("a label that is the taint comes back as itself, and so do others", async () => {
    await using opened = await open();
    const { store } = opened;
    const own = { integrity: "owner", audience: "person:ann" } as const;
    const web = { integrity: "web", audience: "person:ann" } as const;
    const settled = { state: "settled", taint: own } as const;
    await addCalls(store, [
      newCall("c0", { ...settled, label: own }),
      newCall("c1", { ...settled, position: 1, label: web }),
      newCall("c2", { ...settled, position: 2 }),
      newCall("c3", { position: 3, taint: own }),
      newCall("c4", { position: 4, taint: own }),
      newCall("c5", { position: 5 }),
    ]);
    await store.commit("settle-call", async (tx) => {
      const result = { type: "value", text: "done" } as const;
      const settle = (call: string, label: Label) =>
        tx.turns.settleCall(toId(call), { result, artifact: null, label });
      await settle("c3", own);
      await settle("c4", web);
      await settle("c5", own);
      await tx.artifacts.add({ id: toId("a"), call: toId("c3"), chat: p1, content: "much" });
    });

    const labels = [
      { taint: own, label: own },
      { taint: own, label: web },
      { taint: own, label: undefined },
      { taint: own, label: own },
      { taint: own, label: web },
      { taint: undefined, label: own },
    ];
    const calls = (await store.read.turns.steps(t1))[0]?.calls;
    expect(calls?.map(({ taint, label }) => ({ taint, label }))).toEqual(labels);
    for (const [at, expected] of labels.entries())
      expect(await store.read.turns.labelsOf(toId(`c${at}`))).toEqual(expected);
    expect((await store.read.artifacts.byId("a"))?.label).toEqual(own);
  });

  test("history tells the newest ended turns of a session, oldest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    await store.commit("settle-turn", async (tx) => {
      await tx.sessions.start({ id: toId("s2"), chat: p1, startedAt: 4 });
      await tx.turns.end(t1, { state: "settled", endedAt: 20, incident: null });
      for (const id of ["t9", "t3", "t5"]) {
        await tx.turns.add(newTurn(id, { state: "settled" }));
        await tx.turns.addStep(toId(id), { n: 0, kind: "think", requestId: id, input: id });
      }
      await tx.turns.add(newTurn("other", { state: "failed", session: toId("s2") }));
      await tx.turns.add(newTurn("now"));
    });
    const newest = ["t9", "t3", "t5"].map((id) => ({ turn: id, steps: [startedStep(id)] }));

    expect(await store.read.turns.history(toId("s1"), 3)).toEqual(newest);
    expect(await store.read.turns.history(toId("s1"), 50)).toEqual([
      { turn: "t1", steps: await store.read.turns.steps(t1) },
      ...newest,
    ]);
    expect(await store.read.turns.history(toId("s2"), 50)).toEqual([{ turn: "other", steps: [] }]);

    const ended = await store.read.turns.endedOf(toId("s1"), { after: 0, limit: 50 });
    const [first, second] = ended;
    expect(ended.map(({ id }) => id)).toEqual(["t1", "t9", "t3", "t5"]);
    const after = second?.order ?? 0;
    expect(after).toBeGreaterThan(first?.order ?? 0);
    const later = await store.read.turns.endedOf(toId("s1"), { after, limit: 1 });
    expect(later).toEqual(ended.slice(-1));
  });

  test("a turn moves into another session, and turns are found by their ids", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("settle-turn", async (tx) => {
      await tx.sessions.start({ id: toId("s2"), chat: p1, startedAt: 4 });
      await tx.turns.addStep(t1, { n: 0, kind: "think", requestId: "t1", input: "t1" });
      await tx.turns.moveTo(t1, toId("s2"));
      await tx.turns.end(t1, { state: "settled", endedAt: 20, incident: null });
      await tx.turns.add(newTurn("t2", { state: "settled" }));
    });
    const moved = { turn: "t1", steps: [startedStep("t1")] };

    expect(await store.read.turns.history(toId("s2"), 9)).toEqual([moved]);
    expect(await store.read.turns.historyOf([toId("t2"), t1])).toEqual([
      { turn: "t2", steps: [] },
      moved,
    ]);
  });

  test("what an agent used is counted from a moment on, without that of others", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const entry = {
      step: 0,
      chat: p1,
      model: "offline/1",
      purpose: "think",
      inputTokens: 10,
      cachedTokens: 5,
      cacheWriteTokens: 3,
      outputTokens: 7,
      reasoningTokens: 2,
    } as const;
    await store.commit("settle-call", async (tx) => {
      await tx.turns.add(newTurn("t2", { state: "settled", agent: "writer" }));
      await tx.turns.add(newTurn("t3", { state: "settled", agent: "writer" }));
      const t2 = toId<"turn">("t2");
      await tx.usage.add({ ...entry, turn: t1, costNano: 5n, at: 30 });
      await tx.usage.add({ ...entry, turn: t2, costNano: 7n, at: 19 });
      await tx.usage.add({ ...entry, turn: t2, costNano: 1_234_567_890_123n, at: 20 });
      await tx.usage.add({ ...entry, turn: toId("t3"), purpose: "recap", costNano: null, at: 30 });
      // Fact extraction from a turn has its own budget.
      await tx.usage.add({ ...entry, turn: t2, purpose: "learn", costNano: 3n, at: 30 });
      await tx.usage.add({ ...entry, turn: t2, purpose: "profile", costNano: 3n, at: 30 });
    });

    const { usage } = store.read;
    const today = { tokens: 34, costNano: 1_234_567_890_123n };
    expect(await usage.spentBy("writer", 20)).toEqual(today);
    expect(await usage.spentBy("writer", 31)).toEqual({ tokens: 0, costNano: 0n });
    expect(await usage.spentBy("main", 0)).toEqual({ tokens: 17, costNano: 5n });

    const { author: person } = newMessage("m1");
    const all = { tokens: 85, costNano: 1_234_567_890_134n };
    expect(await usage.spentFor({ tenant: "home" }, 20)).toEqual(all);
    expect(await usage.spentFor({ tenant: "home", person }, 20)).toEqual(all);
    const nothing = { tokens: 0, costNano: 0n };
    expect(await usage.spentFor({ tenant: "home" }, 31)).toEqual(nothing);
    expect(await usage.spentFor({ tenant: "other" }, 0)).toEqual(nothing);
    expect(await usage.spentFor({ tenant: "home", person: toId("nobody") }, 0)).toEqual(nothing);
  });

  test("usage and artifacts come back whole", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const artifact = {
      id: toId<"artifact">("art1"),
      call: toId<"call">("c1"),
      chat: p1,
      content: "é🙂".repeat(100_000),
    };
    const entries = [0, 1].map((step) => ({
      turn: t1,
      step,
      chat: p1,
      model: "offline/1",
      purpose: step === 0 ? ("think" as const) : ("compact" as const),
      inputTokens: 10 + step,
      cachedTokens: 5,
      cacheWriteTokens: 3,
      outputTokens: 7,
      reasoningTokens: 2,
      costNano: step === 0 ? null : 1_234_567_890_123n,
      at: 1_800_000_000_000,
    }));
    await store.commit("settle-call", async (tx) => {
      await tx.artifacts.add(artifact);
      for (const entry of entries) await tx.usage.add(entry);
    });

    expect(await store.slow.artifacts.byId("art1")).toEqual({ ...artifact, tool: "note_create" });
    expect(await store.read.artifacts.byId("art2")).toBe(undefined);
    expect(await store.read.usage.ofTurn(t1)).toEqual(entries);
    expect(await store.read.usage.ofTurn(toId("t2"))).toEqual([]);
  });
}

function startedStep(id: string): Step {
  return {
    n: 0,
    kind: "think",
    state: "started",
    requestId: id,
    input: id,
    extras: null,
    text: "",
    meta: null,
    calls: [],
  };
}

import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { Compaction } from "../../context/history/compact.ts";
import { openTurnKit } from "../testing/open-turn-kit.ts";

const p1 = toId<"chat">("p1");
const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 4, costNano: 7n };
const label = { integrity: "web", audience: "all" } as const;
const compaction: Compaction = {
  summary: "We spoke of the ferry to Oslo.",
  carried: [],
  label,
  by: "model",
  spent: [{ model: "test/small", usage }],
};

/** Opens a turn of the chat `p1` whose conversation has become too long. */
async function openLong() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  await kit.accept("m1");
  const turn = await kit.claim();
  const owned = stack.move();
  const { read } = kit.store;
  return {
    ...kit,
    turn,
    async compact(own: Partial<Compaction> = {}) {
      const status = await kit.log.compact(turn, { ...compaction, ...own });
      if (status.type !== "going") throw new Error(`the turn is ${status.type}`);
      return status.turn;
    },
    session: async () => (await read.chats.byId(p1))?.sessionId,
    found: () =>
      read.passages.list({ tenant: "home", audience: "ann", chat: p1, source: "session" }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a turn goes on in the next session, which knows what is left of the conversation", async () => {
  await using long = await openLong();
  const { read } = long.store;
  const turn = await long.compact({ carried: [] });
  expect(turn.session).not.toBe(long.turn.session);
  expect(await read.sessions.byId(long.turn.session)).toMatchObject({
    endedAt: 1000,
    reason: "compacted",
  });
  expect(await read.sessions.byId(turn.session)).toMatchObject({ endedAt: null, reason: null });
  expect(await read.sessions.open(turn.session)).toMatchObject({
    inheritance: { summary: compaction.summary, label },
  });
  expect((await read.turns.byId(turn.id))?.session).toBe(turn.session);
  expect(await long.session()).toBe(turn.session);
});

test("a chat in which somebody began a session meanwhile keeps that one", async () => {
  await using long = await openLong();
  const begun = toId<"session">("s9");
  await long.store.commit("accept", async (tx) => {
    await tx.sessions.start({ id: begun, chat: p1, startedAt: 5 });
    await tx.chats.setSession(p1, begun);
  });
  const turn = await long.compact();
  expect(await long.session()).toBe(begun);
  expect(await long.store.read.sessions.byId(turn.session)).toMatchObject({
    endedAt: 1000,
    reason: "new",
  });
});

test("a summary of the model can be found by searches, and one of the rules cannot", async () => {
  await using first = await openLong();
  await first.compact();
  expect(await first.found()).toMatchObject([
    { ref: first.turn.session, text: compaction.summary, integrity: "web", author: null, at: 1000 },
  ]);
  await using second = await openLong();
  await second.compact({ by: "rules" });
  expect(await second.found()).toEqual([]);
});

test("what a summary cost counts for the turn and for the budget of its asker", async () => {
  await using long = await openLong();
  await long.compact();
  expect(await long.store.read.usage.ofTurn(long.turn.id)).toMatchObject([
    { purpose: "compact", model: "test/small", step: 0, chat: "p1", inputTokens: 10, costNano: 7n },
  ]);
  const days = { from: "1970-01-01", to: "1970-01-01" };
  const [account] = await long.store.read.limits.accounts(["person:ann"], days);
  expect(account).toMatchObject({ spentNano: 7n });
});

import { expect, test } from "vitest";
import type { GatedCall } from "../turn-log.ts";
import { gated, openTurnKit, thoughtOf, toolThat } from "../turns/testing/open-turn-kit.ts";
import { settleWithReads } from "./settle-with-reads.ts";

const { signal } = new AbortController();

const reading = (id: string, own: Partial<GatedCall> = {}) =>
  gated(id, { name: "notes_list", effect: "read", replay: "rerun", args: {}, ...own });

/** A claimed turn of an agent whose one tool waits for `pace`. */
async function openReading(pace: Promise<void>) {
  await using stack = new AsyncDisposableStack();
  const ran = { count: 0 };
  const run = async () => {
    ran.count += 1;
    await pace;
    return "three notes";
  };
  const tool = toolThat({ name: "notes_list", effect: "read", replay: "rerun", run });
  const kit = stack.use(await openTurnKit({ tools: [tool] }));
  await kit.accept("m1");
  const turn = await kit.claim();
  const owned = stack.move();
  return {
    ...kit,
    turn,
    ran,
    calls: async () => (await kit.store.read.turns.steps(turn.id))[0]?.calls ?? [],
    records: () => kit.store.read.audit.list("home", { limit: 9 }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a thought is stored in one commit with the results of its reads, which go on record", async () => {
  await using kit = await openReading(Promise.resolve());
  const before = kit.store.commits;

  const never = Promise.withResolvers<void>();
  const deps = { ...kit.agent({ pause: () => never.promise }), signal };
  const status = await settleWithReads(kit.turn, thoughtOf([reading("c1"), reading("c2")]), deps);

  expect(kit.store.commits - before).toBe(1);
  expect(status).toMatchObject({ type: "going", turn: { steps: [{}, { kind: "think" }] } });
  const result = { type: "value", text: "three notes" };
  expect(await kit.calls()).toMatchObject([
    { id: "c1", state: "settled", result, label: { integrity: "tool" } },
    { id: "c2", state: "settled", result },
  ]);
  expect((await kit.records()).map(({ call }) => call).toSorted()).toEqual(["c1", "c2"]);
  const events = await kit.store.read.events.ofTurn(kit.turn.id);
  expect(events.filter(({ type }) => type.startsWith("tool-"))).toMatchObject([
    { type: "tool-start", call: "c1" },
    { type: "tool-end", call: "c1", outcome: "value", summary: "three notes" },
    { type: "tool-start", call: "c2" },
    { type: "tool-end", call: "c2" },
  ]);
});

test("a read that takes longer runs once, and its thought is stored before it returns", async () => {
  const pace = Promise.withResolvers<void>();
  await using kit = await openReading(pace.promise);
  const thought = thoughtOf([reading("c1")]);
  const settleResponse: typeof kit.log.settleResponse = async (...given) => {
    const status = await kit.log.settleResponse(...given);
    expect(await kit.calls()).toMatchObject([{ id: "c1", state: "started" }]);
    pace.resolve();
    return status;
  };
  const journal = { ...kit.log, settleResponse };

  const deps = { ...kit.agent({ journal, pause: async () => {} }), signal };
  const status = await settleWithReads(kit.turn, thought, deps);

  expect(status.type).toBe("going");
  expect(await kit.calls()).toMatchObject([{ id: "c1", state: "settled" }]);
  expect(kit.ran.count).toBe(1);
});

test("a turn that was stopped while its read ran ends, with the read on record", async () => {
  const pace = Promise.withResolvers<void>();
  await using kit = await openReading(pace.promise);
  const never = Promise.withResolvers<void>();
  const deps = { ...kit.agent({ pause: () => never.promise }), signal };

  const settling = settleWithReads(kit.turn, thoughtOf([reading("c1")]), deps);
  await expect.poll(() => kit.ran.count).toBe(1);
  await kit.stop();
  pace.resolve();

  expect((await settling).type).toBe("ended");
  expect(await kit.calls()).toMatchObject([{ id: "c1", result: { type: "value" } }]);
  expect(await kit.records()).toMatchObject([{ call: "c1" }]);
});

test.each([
  ["changes something", { effect: "write" }],
  ["cannot be repeated", { replay: "unknown" }],
  ["needs an approval", { verdict: { type: "ask", question: "May I?" } }],
  ["has one by a grant", { verdict: { type: "allow", grant: "g1" } }],
  ["sends something out", { verdict: { type: "allow", egress: { hosts: 1, declared: 0 } } }],
] as const)("a call that %s does not run before its thought is stored", async (_what, own) => {
  await using kit = await openReading(Promise.resolve());
  const stored: unknown[] = [];
  const settleResponse: typeof kit.log.settleResponse = async (_turn, _thought, results) => {
    stored.push(results);
    return { type: "lost" };
  };
  const journal = { ...kit.log, settleResponse };

  const thought = thoughtOf([reading("c1"), reading("c2", own)]);
  await settleWithReads(kit.turn, thought, { ...kit.agent({ journal }), signal });

  expect(stored).toEqual([undefined]);
  expect(kit.ran.count).toBe(0);
});

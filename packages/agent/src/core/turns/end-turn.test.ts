import type { Replay } from "@reeve/sdk";
import { expect, test } from "vitest";
import { limitsConfig } from "../../domains/config.ts";
import { toId } from "../../kernel/ids.ts";
import { gated, openTurnKit, toolThat } from "./testing/open-turn-kit.ts";

const payment = (replay: Replay) =>
  gated("c1", { name: "ton_send", effect: "pay", args: { to: "Bob" }, replay });

/** A turn with a call that runs, and one that is planned. */
async function openActing(replay: Replay) {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat({ replay })] }));
  await kit.accept("m1");
  const planned = gated("c2", { name: "ton_send", effect: "pay", args: {}, replay });
  const turn = await kit.think(await kit.claim(), [payment(replay), planned]);
  const owned = stack.move();
  return {
    ...kit,
    turn,
    async results() {
      const [step] = await kit.store.read.turns.steps(turn.id);
      return step?.calls.map(({ result }) => result?.type);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test.each(["unknown", "same-key", "probe"] as const)(
  "a call that a dead process had started has an unknown outcome when its turn ends: %s",
  async (replay) => {
    await using acting = await openActing(replay);
    const resumed = await acting.crash();
    expect(resumed.isResumed).toBe(true);

    await acting.log.end(resumed, { type: "failed", incident: "i1", reason: "broke" });

    expect(await acting.results()).toEqual(["unknown", "aborted"]);
    expect(await acting.store.read.turns.byId(acting.turn.id)).toMatchObject({ state: "failed" });
  },
);

test("a call that a dead process had started has an unknown outcome when its turn was stopped", async () => {
  await using acting = await openActing("unknown");
  await acting.stop();
  await expect(acting.crash()).rejects.toThrow("cleared");
  expect(await acting.results()).toEqual(["unknown", "aborted"]);
});

test("a call that only reads did not happen where its process died", async () => {
  await using acting = await openActing("rerun");
  const resumed = await acting.crash();
  await acting.log.end(resumed, { type: "failed", incident: "i1", reason: "broke" });
  expect(await acting.results()).toEqual(["aborted", "aborted"]);
});

test("a call of this process that was stopped is aborted, since its own end is known", async () => {
  await using acting = await openActing("unknown");
  await acting.log.end(acting.turn, { type: "cancelled" });
  expect(await acting.results()).toEqual(["aborted", "aborted"]);
});

test("a call with an unknown outcome may have spent what it said it would", async () => {
  const limits = limitsConfig.parse({ money: { person: { day: "9" } } });
  const tool = toolThat({ spends: () => ({ asset: "USD", amount: "4" }) });
  await using kit = await openTurnKit({ tools: [tool], settings: { limits } });
  await kit.accept("m1");
  await kit.think(await kit.claim(), [payment("unknown")]);
  const resumed = await kit.crash();

  await kit.log.end(resumed, { type: "failed", incident: "i1", reason: "broke" });

  const days = { from: "1970-01-01", to: "1970-01-01" };
  const [account] = await kit.store.read.limits.accounts(["person:ann"], days);
  expect(account).toMatchObject({ spentNano: 4_000_000_000n, heldNano: 0n });
});

test("an approval whose call did not run to its end has failed", async () => {
  await using kit = await openTurnKit({ tools: [toolThat()] });
  await kit.accept("m1");
  const approval = await kit.ask("c1", "ton_send", { to: "Bob" });
  await kit.decide(approval);
  const turn = await kit.claim();

  await kit.log.end(turn, { type: "failed", incident: "i1", reason: "broke" });

  expect((await kit.store.read.approvals.byId(approval))?.state).toBe("failed");
  expect(await kit.store.read.inbox.queued(toId("p1"), kit.time.now)).toEqual([]);
});

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 4, costNano: 7n };
const response = { text: "", usage, model: "test/model", calls: [] };

test.each([
  ["an answer", "think", { type: "answered", text: "Hello.", usage, model: "test/model" }],
  ["a question", "think", { type: "asked", tool: "ton_send", response }],
  ["a proposal", "plan", { type: "proposed", response }],
] as const)("what %s cost that was stopped is kept", async (_what, purpose, ending) => {
  await using kit = await openTurnKit();
  await kit.accept("m1");
  const turn = await kit.claim();
  await kit.stop();

  const spent = { model: "test/other", usage: { ...usage, costNano: 2n } };
  const lost = [spent];
  const late =
    ending.type === "answered"
      ? { ...ending, lost }
      : { ...ending, response: { ...ending.response, lost } };
  await kit.log.end(turn, late);

  expect(await kit.store.read.turns.byId(turn.id)).toMatchObject({ state: "cancelled" });
  const facts = { purpose, inputTokens: 10, outputTokens: 4 };
  expect(await kit.store.read.usage.ofTurn(turn.id)).toMatchObject([
    { ...facts, model: "test/other", costNano: 2n },
    { ...facts, model: "test/model", costNano: 7n },
  ]);
});

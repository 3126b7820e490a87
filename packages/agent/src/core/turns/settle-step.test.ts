import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { gated, openTurnKit, toolThat } from "./testing/open-turn-kit.ts";

const pays = (id: string, amount: string) =>
  gated(id, {
    name: "ton_send",
    effect: "pay",
    args: { to: "Bob", amount },
    verdict: { type: "allow", grant: "g1" },
  });

test("calls of one thought use up a grant's daily cap one after the other", async () => {
  await using kit = await openTurnKit({ tools: [toolThat({ confirm: () => "Pay Bob?" })] });
  await kit.store.commit("decide", (tx) =>
    tx.approvals.addGrant({
      id: "g1",
      tool: "ton_send",
      chat: toId("p1"),
      argsHash: null,
      cap: { argument: "amount", perDay: "10" },
      grantedBy: toId("ann"),
      until: null,
    }),
  );
  await kit.accept("m1");

  const turn = await kit.think(await kit.claim(), [
    pays("c1", "6"),
    pays("c2", "5"),
    pays("c3", "4"),
  ]);

  const calls = turn.steps[0]?.calls ?? [];
  expect(calls.map(({ id, verdict, result }) => [id, verdict, result?.type])).toEqual([
    ["c1", "allow", undefined],
    ["c2", "ask", "pending"],
    ["c3", "allow", undefined],
  ]);
  expect(await kit.store.read.approvals.pendingIn(toId("p1"))).toMatchObject([
    { call: "c2", preview: "Pay Bob?", args: { to: "Bob", amount: "5" }, effect: "pay" },
  ]);
  expect(await kit.store.read.approvals.grantUses("g1", 0)).toEqual(["6", "4"]);
});

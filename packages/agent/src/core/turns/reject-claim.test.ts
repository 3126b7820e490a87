import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { POLICIES } from "../../work/policy.ts";
import { rejectClaim } from "./reject-claim.ts";
import { openTurnKit, toolThat } from "./testing/open-turn-kit.ts";

const MINUTE = 60_000;

test("a call that was allowed and whose turn cannot be opened has failed, and its question closes", async () => {
  await using kit = await openTurnKit({ tools: [toolThat()] });
  await kit.accept("m1");
  const approval = await kit.ask("c1", "ton_send", { to: "Bob" });
  await kit.decide(approval);
  for (let tries = 0; tries < POLICIES.turn.maxErrors; tries++) {
    await rejectClaim("one", new Error("a bug"), kit.deps);
    kit.time.now += MINUTE;
  }
  expect(await kit.store.read.approvals.byId(approval)).toMatchObject({ state: "failed" });
  const row = await kit.store.read.inbox.byMessage(toId("p1"), `decision:${approval}`, 0);
  expect(row).toMatchObject({ state: "failed" });
  const turn = await kit.store.read.turns.ofCall(toId("c1"));
  const parts = turn ? await kit.store.read.outbox.ofTurn(turn) : [];
  const text = "❌ Not done: ton_send";
  expect(parts.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ type: "decision", approval, text }),
  );
});

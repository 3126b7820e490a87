import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/text/json.ts";
import { bob } from "../../store/testing/rows.ts";
import type { EditedCall } from "../../store/turns/approvals.ts";
import { createToolbox } from "../../tools/toolbox.ts";
import { callDigest } from "../approvals/call-digest.ts";
import { openTurnKit, toolThat } from "./testing/open-turn-kit.ts";

const args = { to: "Bob", amount: "1" };
const other = { to: "Eve", amount: "1" };
const shown = { tool: "ton_send", args, effect: "pay" } as const;

/** A chat in which Ann was asked whether Bob is paid. */
async function askAnn() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat()] }));
  await kit.accept("m1");
  const approval = await kit.ask("c1", "ton_send", args);
  const owned = stack.move();
  return {
    ...kit,
    approval,
    state: async () => (await kit.store.read.approvals.byId(approval))?.state,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("an allowed call runs with the arguments that were shown", async () => {
  await using chat = await askAnn();
  await chat.decide(chat.approval);

  const turn = await chat.claim();

  const [step] = turn.steps;
  expect(step?.kind).toBe("decision");
  expect(step?.calls).toMatchObject([
    {
      tool: "ton_send",
      args,
      effect: "pay",
      verdict: "allow",
      state: "planned",
      origin: chat.approval,
      authority: { by: "approval", approval: chat.approval, approver: "ann" },
    },
  ]);
  expect(await chat.state()).toBe("executing");
});

const tampered: readonly (readonly [string, EditedCall])[] = [
  [
    "other arguments than those that were shown",
    {
      args: other,
      argsHash: digestOf(args),
      effect: "pay",
      digest: callDigest({ ...shown, args: other }),
      preview: "",
    },
  ],
  [
    "a hash of its arguments, and not the digest of the call that was shown",
    {
      args: other,
      argsHash: digestOf(other),
      effect: "pay",
      digest: callDigest(shown),
      preview: "",
    },
  ],
];

test.each(tampered)("an allowed call with %s does not run", async (_what, edited) => {
  await using chat = await askAnn();
  await chat.decide(chat.approval);
  await chat.store.commit("decide", (tx) =>
    tx.approvals.move(chat.approval, "confirmed", { to: "confirmed", edited }),
  );

  const turn = await chat.claim();

  expect(turn.steps.flatMap(({ calls }) => calls)).toEqual([]);
  expect(turn.steps[0]?.input).toContain("the call has changed since it was shown");
  expect(await chat.state()).toBe("failed");
});

test("an allowed call whose tool has another effect by now does not run", async () => {
  await using chat = await askAnn();
  await chat.decide(chat.approval);
  const toolbox = createToolbox([toolThat({ effect: "destroy" })], {});

  const turn = await chat.claim({ toolbox });

  expect(turn.steps.flatMap(({ calls }) => calls)).toEqual([]);
  expect(turn.steps[0]?.input).toContain("the call has changed since it was shown");
  expect(await chat.state()).toBe("failed");
});

test("arguments that the approver changed are those that run", async () => {
  await using chat = await askAnn();
  await chat.decide(chat.approval, { args: other });

  const turn = await chat.claim();

  expect(turn.steps[0]?.calls).toMatchObject([{ args: other, argsHash: digestOf(other) }]);
});

test("the effect of a call is that of its arguments as they were shown", async () => {
  const tool = toolThat({
    effect: "read",
    effectOf: ({ to }) => (to === "Bob" ? "pay" : "read"),
    params: z.object({ to: z.string() }),
  });
  await using kit = await openTurnKit({ tools: [tool] });
  await kit.accept("m1");
  await kit.decide(await kit.ask("c1", "ton_send", args));

  const turn = await kit.claim();

  expect(turn.steps[0]?.calls).toMatchObject([{ effect: "pay", replay: "unknown" }]);
});

test("a decision on a call that has begun elsewhere opens no turn", async () => {
  await using chat = await askAnn();
  await chat.decide(chat.approval);
  const [decision] = await chat.store.read.inbox.queued(toId("p1"), chat.time.now);
  await chat.store.commit("decide", (tx) =>
    tx.approvals.move(chat.approval, "confirmed", { to: "executing" }),
  );

  await expect(chat.claim()).rejects.toThrow("cleared");

  expect(await chat.state()).toBe("executing");
  expect(decision && (await chat.store.read.inbox.byId(decision.id))).toMatchObject({
    state: "folded",
    reason: "decided before",
    turn: null,
  });
});

test("a refused call does not run, and its result is the refusal", async () => {
  await using chat = await askAnn();
  await chat.decide(chat.approval, { verdict: "deny", reason: "Not him." });

  const turn = await chat.claim();

  expect(turn.steps.flatMap(({ calls }) => calls)).toEqual([]);
  expect(turn.steps[0]?.input).toContain("Not him.");
  expect(await chat.state()).toBe("cancelled");
});

test("an allowed call does not run once its approver has lost the role", async () => {
  await using chat = await askAnn();
  await chat.decide(chat.approval, { by: { ...bob, role: "admin" } });

  const turn = await chat.claim();

  expect(turn.role).toBe("member");
  expect(turn.steps.flatMap(({ calls }) => calls)).toEqual([]);
  expect(turn.steps[0]?.input).toContain("the person who allowed it may no longer approve calls");
  expect(await chat.state()).toBe("failed");
});

import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { ann, bob } from "../../../store/testing/rows.ts";
import { openTurnKit, toolThat } from "../../turns/testing/open-turn-kit.ts";
import { recordDecision } from "./decide.ts";
import { expire } from "./expire.ts";

const p1 = toId<"chat">("p1");

/** A chat in which it was asked whether Bob is paid. */
async function askAnn() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat()] }));
  await kit.accept("m1");
  const id = await kit.ask("c1", "ton_send", { to: "Bob" });
  const shown = await kit.store.read.approvals.byId(id);
  if (!shown) throw new Error("nobody was asked");
  const owned = stack.move();
  return {
    ...kit,
    id,
    /** The question as it was before anybody answered. */
    shown,
    now: () => kit.store.read.approvals.byId(id),
    decisions: async () => {
      const queued = await kit.store.read.inbox.queued(p1, kit.time.now);
      return queued.map(({ body }) => body);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("an answer is recorded, and carried out once", async () => {
  await using asked = await askAnn();
  expect(await asked.decide(asked.id)).toBe("recorded");
  expect(await asked.now()).toMatchObject({ state: "confirmed", decidedBy: "ann" });
  expect(await asked.decisions()).toMatchObject([
    { kind: "decision", approval: asked.id, verdict: "allow", name: "Ann", role: "owner" },
  ]);
  expect(await asked.store.read.approvals.feedback(9)).toMatchObject([
    { approval: asked.id, verdict: "allow" },
  ]);
  expect(await asked.decide(asked.id, { verdict: "deny" })).toBe("too-late");
  expect(await asked.decisions()).toHaveLength(1);
});

test("an answer that another one overtook in the same moment changes nothing", async () => {
  await using asked = await askAnn();
  await asked.decide(asked.id, { verdict: "deny", by: { ...bob, role: "admin" } });

  // As on a database whose transactions read side by side: the question looks open.
  const recorded = await asked.store.commit("decide", (tx) => {
    const approvals = { ...tx.approvals, byId: async () => asked.shown };
    const decision = { approval: asked.id, verdict: "allow", by: ann, always: true } as const;
    const deps = { ...asked.deps, edited: undefined, decidedIn: undefined };
    return recordDecision({ ...tx, approvals }, decision, deps);
  });

  expect(recorded).toEqual({ outcome: "too-late", facts: [] });
  expect(await asked.now()).toMatchObject({ state: "cancelled", decidedBy: "bob" });
  expect(await asked.decisions()).toMatchObject([{ verdict: "deny" }]);
  expect(await asked.store.read.approvals.grants(p1, asked.time.now)).toEqual([]);
  expect(await asked.store.read.approvals.feedback(9)).toHaveLength(1);
});

test("a question that was answered in time does not expire", async () => {
  await using asked = await askAnn();
  await asked.decide(asked.id);

  const facts = await asked.store.commit("expire-approval", (tx) =>
    expire(tx, asked.shown, { ...asked.deps, now: asked.shown.expiresAt }),
  );

  expect(facts).toBe(undefined);
  expect((await asked.now())?.state).toBe("confirmed");
  expect(await asked.store.read.approvals.feedback(9)).toHaveLength(1);
});

test("an answer at the time at which a question ends is too late, and ends it", async () => {
  await using asked = await askAnn();
  asked.time.now = asked.shown.expiresAt;
  expect(await asked.decide(asked.id)).toBe("too-late");
  expect((await asked.now())?.state).toBe("expired");
  expect(await asked.decisions()).toEqual([]);
  expect(await asked.store.read.approvals.feedback(9)).toMatchObject([{ verdict: "expired" }]);
});

test("an answer just before a question ends counts", async () => {
  await using asked = await askAnn();
  asked.time.now = asked.shown.expiresAt - 1;
  expect(await asked.decide(asked.id)).toBe("recorded");
});

test("a grant that has ended before it begins is refused, and the question stays open", async () => {
  await using asked = await askAnn();
  const until = asked.time.now;
  await expect(asked.decide(asked.id, { always: { until } })).rejects.toMatchObject({
    code: "invalid",
    message: `The grant would end in the past: ${new Date(until).toISOString()}`,
    hint: "Choose a later date.",
  });
  expect(await asked.now()).toMatchObject({ state: "pending" });
  expect(await asked.decide(asked.id, { always: { until: until + 1 } })).toBe("recorded");
});

import { expect, test } from "vitest";
import { type CallId, toId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/text/json.ts";
import type { Grant } from "../../store/turns/approvals.ts";
import { openTurnKit } from "../turns/testing/open-turn-kit.ts";
import { amountOf, useGrant } from "./use-grant.ts";

const DAY_MS = 86_400_000;
const cap = { argument: "amount", perDay: "10" };

/** A chat with the grant `g1`; `use` tries to run a call under it. */
async function openGrant(own: Partial<Grant> = {}) {
  await using stack = new AsyncDisposableStack();
  const { store } = stack.use(await openTurnKit());
  const grant: Grant = {
    id: "g1",
    tool: "ton_send",
    chat: toId("p1"),
    argsHash: null,
    grantedBy: toId("ann"),
    until: null,
    ...own,
  };
  await store.commit("decide", (tx) => tx.approvals.addGrant(grant));
  let calls = 0;
  const owned = stack.move();
  return {
    store,
    use(args: unknown, { at = 5000, name = "ton_send" } = {}) {
      const id: CallId = toId(`c${++calls}`);
      const call = { id, name, args, argsHash: digestOf(args), at };
      return store.commit("settle-think", (tx) => useGrant(tx, "g1", call));
    },
    uses: () => store.read.approvals.grantUses("g1", 0),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a grant's daily cap counts what was spent under it before", async () => {
  await using grant = await openGrant({ cap });
  expect(await grant.use({ amount: "6" })).toBe(true);
  expect(await grant.use({ amount: "4.000000000000000001" })).toBe(false);
  expect(await grant.use({ amount: "4" })).toBe(true);
  expect(await grant.use({ amount: "0.1" })).toBe(false);
  expect(await grant.uses()).toEqual(["6", "4"]);
});

test("a use counts against a grant's daily cap for 24 hours", async () => {
  await using grant = await openGrant({ cap });
  expect(await grant.use({ amount: "10" }, { at: 5000 })).toBe(true);
  expect(await grant.use({ amount: "10" }, { at: 4999 + DAY_MS })).toBe(false);
  expect(await grant.use({ amount: "10" }, { at: 5000 + DAY_MS })).toBe(true);
});

test("a call that alone exceeds the daily cap is not covered", async () => {
  await using grant = await openGrant({ cap });
  expect(await grant.use({ amount: "10.5" })).toBe(false);
  expect(await grant.use({ amount: 10 })).toBe(true);
});

test.each([{}, { amount: "all" }, { amount: "-5" }, { to: "Bob" }, "10"])(
  "under a daily cap a call without a countable amount is not covered: %j",
  async (args) => {
    await using grant = await openGrant({ cap });
    expect(await grant.use(args)).toBe(false);
    expect(await grant.uses()).toEqual([]);
  },
);

test("a cap that is no amount covers nothing", async () => {
  await using grant = await openGrant({ cap: { ...cap, perDay: "ten" } });
  expect(await grant.use({ amount: "1" })).toBe(false);
});

test("without a cap a grant covers any amount, and its uses are kept without one", async () => {
  await using grant = await openGrant();
  expect(await grant.use({ amount: "1000000" })).toBe(true);
  expect(await grant.use({})).toBe(true);
  expect(await grant.uses()).toEqual([]);
});

test("a grant covers calls until its end, and not at it", async () => {
  await using grant = await openGrant({ until: 6000 });
  expect(await grant.use({}, { at: 5999 })).toBe(true);
  expect(await grant.use({}, { at: 6000 })).toBe(false);
});

test("a grant covers its own tool and arguments alone", async () => {
  await using grant = await openGrant({ argsHash: digestOf({ to: "Bob" }) });
  expect(await grant.use({ to: "Bob" })).toBe(true);
  expect(await grant.use({ to: "Eve" })).toBe(false);
  expect(await grant.use({ to: "Bob" }, { name: "stars_send" })).toBe(false);
});

test("a grant that was taken back meanwhile covers nothing", async () => {
  await using grant = await openGrant();
  await grant.store.commit("revoke-grant", (tx) => tx.approvals.revokeGrant("g1", 5000));
  expect(await grant.use({})).toBe(false);
});

test("an amount is counted as it was written, without space around it", () => {
  expect(amountOf({ amount: " 1.50 " }, cap)).toBe("1.50");
  expect(amountOf({ amount: 2 }, cap)).toBe("2");
  expect(amountOf({ amount: "1e3" }, cap)).toBe(undefined);
  expect(amountOf(undefined, cap)).toBe(undefined);
});

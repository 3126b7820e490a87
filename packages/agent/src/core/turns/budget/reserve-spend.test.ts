import type { Spend } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { limitsConfig } from "../../../domains/config.ts";
import { toId } from "../../../kernel/ids.ts";
import type { ToolResult } from "../../../kernel/transcript.ts";
import { gated, openTurnKit, settledAs, toolThat } from "../testing/open-turn-kit.ts";

const limits = limitsConfig.parse({
  money: { person: { day: "5" } },
  assets: { TON: { perDay: "10" } },
});

const params = z.object({ asset: z.string(), amount: z.string(), to: z.string().optional() });
const pay = toolThat({
  params,
  spends: (args): Spend => params.parse(args),
});

const payment = (id: string, args: unknown) => gated(id, { name: "ton_send", effect: "pay", args });

/** A turn in which calls may pay from five dollars and 10 TON a day. */
async function openWallet() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [pay], settings: { limits } }));
  await kit.accept("m1");
  const claimed = await kit.claim();
  const owned = stack.move();
  return {
    kit,
    claimed,
    /** Runs a call that pays; returns the turn after it. */
    async pay(id: string, args: unknown, result: ToolResult) {
      const started = await kit.think(claimed, [payment(id, args)]);
      const [stored] = started.steps[0]?.calls ?? [];
      if (stored?.state !== "started") return stored?.result;
      await kit.settle(started, [settledAs(id, result)]);
      return undefined;
    },
    async spent(asset: string) {
      if (asset !== "USD") {
        const spent = await kit.store.read.limits.spentSince("home", asset, 0);
        return spent.reduce((sum, { amount }) => sum + amount, 0n);
      }
      const days = { from: "1970-01-01", to: "1970-01-01" };
      const [account] = await kit.store.read.limits.accounts(["person:ann"], days);
      return account?.spentNano ?? 0n;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const assets = ["TON", "USD"] as const;
const mayHavePaid: readonly ToolResult[] = [
  { type: "value", text: "paid" },
  { type: "unknown" },
  { type: "aborted" },
  { type: "fault", code: "timeout", text: "no answer" },
  { type: "fault", code: "unavailable", text: "down" },
  { type: "fault", code: "bug", text: "broke" },
];

test.each(assets.flatMap((asset) => mayHavePaid.map((result) => ({ asset, result }))))(
  "a payment in $asset that may have left counts as spent: $result",
  async ({ asset, result }) => {
    await using wallet = await openWallet();
    await wallet.pay("c1", { asset, amount: "4" }, result);
    expect(await wallet.spent(asset)).toBe(4_000_000_000n);
    expect(await wallet.kit.store.read.limits.holdsOf(wallet.claimed.id)).toEqual([]);
  },
);

const codes = ["invalid", "denied", "missing", "conflict", "exhausted"];

test.each(assets.flatMap((asset) => codes.map((code) => ({ asset, code }))))(
  "a payment in $asset that was turned down before it left counts as unspent: $code",
  async ({ asset, code }) => {
    await using wallet = await openWallet();
    await wallet.pay("c1", { asset, amount: "4" }, { type: "fault", code, text: "no" });
    expect(await wallet.spent(asset)).toBe(0n);
    expect(await wallet.kit.store.read.limits.holdsOf(wallet.claimed.id)).toEqual([]);
  },
);

test("a failed payment leaves no room for the next one", async () => {
  await using wallet = await openWallet();
  const { kit } = wallet;
  const failed = { type: "fault", code: "timeout", text: "no answer" } as const;
  const started = await kit.think(wallet.claimed, [payment("c1", { asset: "TON", amount: "8" })]);
  const next = await kit.settle(started, [settledAs("c1", failed)]);

  const refused = await kit.think(next, [
    payment("c2", { asset: "TON", amount: "3" }),
    payment("c3", { asset: "TON", amount: "2" }),
  ]);

  const calls = refused.steps.at(-1)?.calls ?? [];
  expect(calls.map(({ id, state, result }) => [id, state, result?.type])).toEqual([
    ["c2", "settled", "fault"],
    ["c3", "planned", undefined],
  ]);
  expect(calls[0]?.result).toMatchObject({ code: "exhausted" });
});

test.each([
  { asset: "TON", amount: "11", why: "10 TON" },
  { asset: "USD", amount: "a lot", why: "cannot be counted" },
  { asset: "TON", amount: "a lot", why: "cannot be counted" },
])("a call that would spend $amount $asset does not start", async ({ why, ...args }) => {
  await using wallet = await openWallet();
  const result = await wallet.pay("c1", args, { type: "value", text: "paid" });
  expect(result).toMatchObject({ type: "fault", code: "exhausted" });
  expect(JSON.stringify(result)).toContain(why);
  expect(await wallet.spent(args.asset)).toBe(0n);
});

test("dollars that one call has used up refuse the next one", async () => {
  await using wallet = await openWallet();
  const { kit, claimed } = wallet;
  const five = { asset: "USD", amount: "5" };
  const started = await kit.think(claimed, [payment("c1", five), payment("c2", five)]);
  const results = [settledAs("c1", { type: "value", text: "paid" })];

  const status = await kit.log.settleCalls(started, { results, expectations: new Map() });

  expect(status.type).toBe("ended");
  const [step] = await kit.store.read.turns.steps(claimed.id);
  expect(step?.calls.map(({ result }) => result)).toEqual([
    { type: "value", text: "paid" },
    { type: "fault", code: "exhausted", text: expect.stringContaining("$5 of $5") },
  ]);
  expect(await wallet.spent("USD")).toBe(5_000_000_000n);
});

test("a call that spends nothing is not counted", async () => {
  await using kit = await openTurnKit({ tools: [toolThat()], settings: { limits } });
  await kit.accept("m1");
  const started = await kit.think(await kit.claim(), [payment("c1", {})]);
  await kit.settle(started, [settledAs("c1", { type: "value", text: "done" })]);
  expect(await kit.store.read.limits.spentSince("home", toId("TON"), 0)).toEqual([]);
  const days = { from: "0000-01-01", to: "9999-12-31" };
  expect(await kit.store.read.limits.allAccounts(days)).toEqual([]);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../store/store.ts";
import { addTurn } from "../store/testing/rows.ts";
import { limitsConfig } from "./config.ts";
import {
  chargeMoney,
  closeReservations,
  currentLimits,
  findSpendDenial,
  reserveMoney,
  type LimitContext,
  type Payer,
  setLimit,
  settleMoney,
  spendAsset,
  describeOverrun,
} from "./limits.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 1, 27, 12);
const t1 = toId<"turn">("t1");

const limits = limitsConfig.parse({
  money: {
    person: { day: "0.000000060" },
    chat: { day: "0.000000090", month: "0.000000250" },
    tenant: { month: "0.000000450" },
    platform: { day: "0.000000150" },
  },
  assets: { TON: { perCall: "6", perDay: "10", decimals: 0 } },
});
const ceilings = new Map([
  ["person:day", 60n],
  ["chat:day", 90n],
  ["chat:month", 250n],
  ["tenant:month", 450n],
  ["platform:day", 150n],
]);
/** The most that one request sets aside. */
const MAX_ITEMS = 40;

const action = fc.oneof(
  {
    arbitrary: fc.record({
      type: fc.constant("hold" as const),
      requests: fc.array(
        fc.record({
          person: fc.constantFrom("ann", "bob", "eve"),
          chat: fc.constantFrom("p1", "p2"),
          nano: fc.integer({ min: 0, max: MAX_ITEMS }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
    }),
    weight: 4,
  },
  fc.record({ type: fc.constant("settle" as const), pick: fc.nat(), share: fc.nat(100) }),
  fc.record({
    type: fc.constant("pay" as const),
    amounts: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant("crash" as const),
    as: fc.constantFrom("spent", "free", "resumed"),
  }),
  fc.record({ type: fc.constant("clock" as const), hours: fc.integer({ min: -30, max: 40 }) }),
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

test(
  "whatever happens at once, to the process and to the clock, no budget is exceeded by more than one request and no asset at all",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const folder = await mkdtemp(path.join(tmpdir(), "reeve-limits-"));
        const house = await openHouse(path.join(folder, "reeve.db"));
        try {
          for (const one of actions) {
            await house.act(one);
            await expectWithin(house.store);
          }
          await house.act({ type: "crash", as: "free" });
          expect(await house.store.read.limits.countReservations()).toBe(0);
        } finally {
          await house.store[Symbol.asyncDispose]();
          await rm(folder, { recursive: true });
        }
      }),
      { numRuns: 30 },
    );
  },
);

/** Opens a ledger in a file whose process may die, with reservations in progress. */
async function openHouse(file: string) {
  let store = await openTestSqlite(file, { synchronous: "normal" });
  await addTurn(store);
  let now = NOON;
  let requests = 0;
  const open = new Map<string, { payer: Payer; nano: bigint }>();
  const setting = (): LimitContext => ({ limits, now, timeZone: "Europe/Berlin" });

  const ask = async (payer: Payer, nano: bigint) => {
    const id = `r${(requests += 1)}`;
    const overrun = await store.commit("claim", (tx) =>
      reserveMoney(tx.limits, { id, turn: t1, payer, nano, onOverrun: "refuse" }, setting()),
    );
    if (!overrun) open.set(id, { payer, nano });
  };
  const pay = (amount: number) =>
    store.commit("start-call", (tx) => {
      const spend = { asset: "TON", amount: String(amount) };
      const call = toId<"call">(`c${(requests += 1)}`);
      return spendAsset(tx.limits, { call, tenant: "home", spend }, setting());
    });

  return {
    get store() {
      return store;
    },
    async act(one: Action): Promise<void> {
      switch (one.type) {
        case "clock":
          now += one.hours * HOUR_MS;
          return;
        case "hold":
          await Promise.all(
            one.requests.map(({ person, chat: externalId, nano }) =>
              ask(payerOf(person, externalId), BigInt(nano)),
            ),
          );
          return;
        case "pay":
          await Promise.all(one.amounts.map(pay));
          return;
        case "settle": {
          const [id, request] = [...open][one.pick % Math.max(open.size, 1)] ?? [];
          if (id === undefined || !request) return;
          open.delete(id);
          const nano = (request.nano * BigInt(one.share)) / 100n;
          await store.commit("settle-think", (tx) =>
            settleMoney(tx.limits, { id, payer: request.payer, nano }, setting()),
          );
          return;
        }
        case "crash": {
          await store[Symbol.asyncDispose]();
          store = await openTestSqlite(file, { synchronous: "normal" });
          const { as } = one;
          if (as === "resumed") return;
          open.clear();
          await store.commit("settle-turn", (tx) => closeReservations(tx.limits, t1, as));
        }
      }
    },
  };
}

function payerOf(person: string, externalId: string): Payer {
  return { person: toId(person), chat: toId(externalId), tenant: "home", agent: "main" };
}

async function expectWithin({ read }: Store): Promise<void> {
  const accounts = await read.limits.allAccounts({ from: "0000", to: "9999" });
  const used = new Map<string, bigint>();
  for (const { subject, day, spentNano, heldNano } of accounts) {
    const add = (key: string) => used.set(key, (used.get(key) ?? 0n) + spentNano + heldNano);
    add(`${subject} day ${day}`);
    add(`${subject} month ${day.slice(0, 7)}`);
  }
  const over = [...used].filter(([key, nano]) => {
    const [subject = "", period = ""] = key.split(" ");
    const ceiling = ceilings.get(`${subject.split(":")[0]}:${period}`);
    return ceiling !== undefined && nano >= ceiling + BigInt(MAX_ITEMS);
  });
  expect(over).toEqual([]);

  const paid = await read.limits.spentSince("home", "TON", 0);
  const days = paid.map(({ at: end }) =>
    paid
      .filter(({ at }) => at > end - DAY_MS && at <= end)
      .reduce((sum, { amount }) => sum + amount, 0n),
  );
  expect(days.filter((amount) => amount > 10n)).toEqual([]);
}

test("what a limit says is told with what is used and when it is free again, in the owner's time zone", async () => {
  await using opened = await openStore();
  const { store } = opened;
  const moment = { now: NOON, timeZone: "Asia/Tokyo" };
  const payer = payerOf("ann", "p1");
  await store.commit("settle-think", (tx) =>
    settleMoney(tx.limits, { id: "none", payer, nano: 50n }, moment),
  );
  const overrun = await store.commit("claim", async (tx) => {
    const request = { turn: null, payer, nano: 20n, onOverrun: "refuse" } as const;
    await reserveMoney(tx.limits, { ...request, id: "one" }, { limits, ...moment });
    return reserveMoney(tx.limits, { ...request, id: "two" }, { limits, ...moment });
  });
  expect(overrun && describeOverrun(overrun, moment)).toEqual({
    reason: "$0.00000005 spent and $0.00000002 reserved of $0.00000006 in a day for this person",
    line: "The daily budget for this person is used up: $0.00000005 spent and $0.00000002 reserved of $0.00000006. I'll answer again on 2026-02-28 at 00:00 (Asia/Tokyo).",
  });
  expect(await store.read.limits.countReservations()).toBe(1);
});

test("a request that is sent again is set aside once, and turned away by what was spent alone", async () => {
  await using opened = await openStore();
  const { store } = opened;
  const moment = { now: NOON, timeZone: "UTC" };
  const payer = payerOf("ann", "p1");
  const request = { id: "one", turn: null, payer, nano: 25n, onOverrun: "refuse" } as const;
  const ask = (own = {}) =>
    store.commit("claim", (tx) =>
      reserveMoney(tx.limits, { ...request, ...own }, { limits, ...moment }),
    );
  expect([await ask(), await ask(), await ask({ id: "two" }), await ask({ id: "three" })]).toEqual(
    Array.from({ length: 4 }),
  );
  expect(await ask({ id: "four" })).toMatchObject({ subject: "person:ann", heldNano: 75n });
  expect(await ask()).toBe(undefined);
  await store.commit("settle-think", (tx) =>
    settleMoney(tx.limits, { id: "two", payer, nano: 100n }, moment),
  );
  expect(await ask()).toMatchObject({ subject: "person:ann", spentNano: 100n, heldNano: 0n });
  expect(await ask({ id: "four", onOverrun: "hold" })).toBe(undefined);
});

test.each([
  [{ asset: "TON", amount: "7" }, "7 TON exceeds the limit of 6 TON per payment."],
  [
    { asset: "TON", amount: "5" },
    "5 TON more would exceed the limit: 9 of 10 TON were paid in the last 24 hours. It can be paid at 14:00 (UTC).",
  ],
  [{ asset: "TON", amount: "6.5" }, "7 TON exceeds the limit of 6 TON per payment."],
  [{ asset: "TON", amount: "1" }, undefined],
  [{ asset: "Stars", amount: "1000000" }, undefined],
])("after 4 and 5 TON were paid, %o is answered with %s", async (spend, denial) => {
  await using opened = await openStore();
  const { store } = opened;
  await store.commit("start-call", async (tx) => {
    const pay = (call: string, amount: string, now: number) =>
      spendAsset(
        tx.limits,
        { call: toId(call), tenant: "home", spend: { asset: "TON", amount } },
        settingAt(now),
      );
    expect(await pay("old", "6", NOON - DAY_MS)).toBe(undefined);
    expect(await pay("a", "5", NOON + 2 * HOUR_MS - DAY_MS)).toMatch(/^5 TON more/);
    await tx.limits.unspend(toId("old"));
    expect(await pay("a", "4", NOON + 2 * HOUR_MS - DAY_MS)).toBe(undefined);
    expect(await pay("b", "5", NOON + 4 * HOUR_MS - DAY_MS)).toBe(undefined);
  });
  const asked = { tenant: "home", spend };
  expect(await findSpendDenial(store.read.limits, asked, settingAt(NOON))).toBe(denial);
});

test("only those on the list are paid, and nobody when the call does not say whom", async () => {
  await using opened = await openStore();
  const only = limitsConfig.parse({ assets: { Stars: { to: ["@ann", "@bob"] } } });
  const ask = (to?: string) =>
    findSpendDenial(
      opened.store.read.limits,
      { tenant: "home", spend: { asset: "Stars", amount: "1", to } },
      { limits: only, now: NOON, timeZone: "UTC" },
    );
  expect([await ask("@bob"), await ask("@eve"), await ask()]).toEqual([
    undefined,
    "@eve is not one of the 2 recipients that limits.assets.Stars.to allows.",
    "An unknown recipient is not one of the 2 recipients that limits.assets.Stars.to allows.",
  ]);
});

test("a limit that was set goes before the config, and none takes it away", async () => {
  await using opened = await openStore();
  const { store } = opened;
  const set = (key: string, value: string | null) =>
    store.commit("set-limit", (tx) => setLimit(limits, { key, value }, tx.limits));
  await set("money.person.day", "none");
  await set("money.platform.month", "7");
  await set("assets.Stars.to", "@ann, @bob");
  await set("rates.person.minute", "none");
  await set("rates.group.minute", "5");
  const now = await currentLimits(limits, store.read.limits);
  expect(now).toEqual({
    ...limits,
    money: { ...limits.money, person: {}, platform: { ...limits.money.platform, month: "7" } },
    assets: { ...limits.assets, Stars: { to: ["@ann", "@bob"] } },
    rates: { ...limits.rates, person: { minute: 0, day: 200 }, group: { minute: 5 } },
  });
  await expect(set("rates.person", "5")).rejects.toMatchObject({ code: "invalid" });
  for (const key of ["money.person.day", "money.platform.month", "assets.Stars.to"])
    await set(key, null);
  for (const key of ["rates.person.minute", "rates.group.minute"]) await set(key, null);
  expect(await currentLimits(limits, store.read.limits)).toEqual(limits);
});

function settingAt(now: number): LimitContext {
  return { limits, now, timeZone: "UTC" };
}

test("a payment is stored with its recipient, or without one", async () => {
  await using opened = await openStore();
  const { store } = opened;
  await store.commit("start-call", async (tx) => {
    const pay = (call: string, to?: string) => {
      const spend = { asset: "TON", amount: "1", ...(to !== undefined && { to }) };
      return spendAsset(tx.limits, { call: toId(call), tenant: "home", spend }, settingAt(NOON));
    };
    await pay("a", "Bob");
    await pay("b");
  });
  const spent = await store.read.limits.spentSince("home", "TON", 0);
  expect(spent.map(({ call, recipient }) => [call, recipient])).toEqual([
    ["a", "Bob"],
    ["b", null],
  ]);
});

test("a request that cost nothing opens no account", async () => {
  await using opened = await openStore();
  const { store } = opened;
  const payer = { tenant: "home", person: toId<"person">("ann") };
  const days = { from: "1970-01-01", to: "9999-12-31" };
  const charge = (nano: bigint) =>
    store.commit("reserve", (tx) => chargeMoney(tx.limits, { payer, nano }, settingAt(NOON)));
  await charge(0n);
  expect(await store.read.limits.accounts(["person:ann"], days)).toEqual([]);
  await charge(7n);
  expect(await store.read.limits.accounts(["person:ann"], days)).toMatchObject([{ spentNano: 7n }]);
});

async function openStore() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-limits-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

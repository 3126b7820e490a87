import { expect, test } from "vitest";
import { limitsConfig } from "../../../domains/config.ts";
import type { Model } from "../../../llm/model.ts";
import { scriptedModel } from "../../../llm/testing/scripted-model.ts";
import { openTurnKit } from "../testing/open-turn-kit.ts";
import {
  type BackgroundBudgetDeps,
  releaseInBackground,
  reserveInBackground,
} from "./background-budget.ts";

const PRICE = { input: 1_000n, output: 1_000n, cacheRead: 0n, cacheWrite: 0n, tiers: [] };
const model = scriptedModel([], { price: PRICE });
const request = { id: "b1", payer: { tenant: "home" }, model };

async function open(limits: BackgroundBudgetDeps["limits"]) {
  const kit = await openTurnKit();
  const deps = { store: kit.store, clock: kit.deps.clock, timeZone: "UTC", limits };
  const reserved = () => kit.store.read.limits.staleReservations(Number.MAX_SAFE_INTEGER);
  return { ...kit, deps, reserved };
}

const limited = limitsConfig.parse({ money: { tenant: { day: "5" } } });

test.each([
  ["no limits", undefined],
  ["no limit on money", limitsConfig.parse({})],
])("with %s, background work commits nothing", async (_what, limits) => {
  await using kit = await open(limits);
  expect(await reserveInBackground(request, kit.deps)).toBe(true);
  expect(await kit.reserved()).toEqual([]);
});

test("what was reserved for background work is free again once it came to nothing", async () => {
  await using kit = await open(limited);
  expect(await reserveInBackground(request, kit.deps)).toBe(true);
  expect(await reserveInBackground({ ...request, id: "b2" }, kit.deps)).toBe(true);
  await releaseInBackground("b1", kit.deps);
  await releaseInBackground("never reserved", kit.deps);
  expect((await kit.reserved()).map(({ id }) => id)).toEqual(["b2"]);
  const days = { from: "1970-01-01", to: "1970-01-01" };
  const [account] = await kit.store.read.limits.accounts(["tenant:home"], days);
  expect(account?.spentNano).toBe(0n);
});

test("background work without a price is refused once a budget is used up", async () => {
  const used = limitsConfig.parse({ money: { tenant: { day: "0" } } });
  await using kit = await open(used);
  const unpriced = { ...request, model: scriptedModel([]) };
  expect(await reserveInBackground(unpriced, kit.deps)).toBe(false);
  expect(await reserveInBackground(request, kit.deps)).toBe(false);
  expect(await kit.reserved()).toEqual([]);
});

test("an agent's own budget holds for its background work", async () => {
  await using kit = await open(limitsConfig.parse({}));
  const deps = {
    ...kit.deps,
    agentNanoPerDay: (agent: string) => (agent === "cheap" ? 0n : undefined),
  };
  expect(await reserveInBackground(ofAgent("cheap"), deps)).toBe(false);
  expect(await reserveInBackground(ofAgent("main"), deps)).toBe(true);
  const unpriced: Model = { ...scriptedModel([]), unpriced: "some/model" };
  expect(await reserveInBackground({ ...ofAgent("cheap"), model: unpriced }, deps)).toBe(false);
  expect(await kit.reserved()).toEqual([]);
});

function ofAgent(agent: string) {
  return { ...request, payer: { tenant: "home", agent } };
}

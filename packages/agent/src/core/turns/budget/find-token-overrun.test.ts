import { expect, test } from "vitest";
import { findTokenOverrun } from "./find-token-overrun.ts";

const NOON = Date.UTC(2026, 1, 20, 12);
const today = { now: NOON, timeZone: "UTC" };

/** Creates the usage and the time since when it is counted. */
function usageOf(tokens: number) {
  const asked: unknown[] = [];
  return {
    asked,
    spentBy: async (agent: string, since: number) => {
      asked.push([agent, since]);
      return { tokens, costNano: 0n };
    },
  };
}

test("an agent without budgets of the day is never asked about", async () => {
  const usage = usageOf(1_000_000);
  expect(await findTokenOverrun({ name: "main", budgets: { steps: 3 } }, usage, today)).toBe(
    undefined,
  );
  expect(usage.asked).toEqual([]);
});

test("a budget of tokens is used up when it is reached", async () => {
  const agent = { name: "writer", budgets: { tokensPerDay: 20_000 } };
  expect(await findTokenOverrun(agent, usageOf(19_999), today)).toBe(undefined);
  expect(await findTokenOverrun(agent, usageOf(20_000), today)).toEqual({
    spent: 20_000,
    max: 20_000,
  });
});

test("the day begins at midnight of the owner's time zone", async () => {
  const usage = usageOf(0);
  const agent = { name: "writer", budgets: { tokensPerDay: 1 } };
  await findTokenOverrun(agent, usage, today);
  await findTokenOverrun(agent, usage, { now: NOON, timeZone: "Asia/Tokyo" });
  expect(usage.asked).toEqual([
    ["writer", Date.UTC(2026, 1, 20)],
    ["writer", Date.UTC(2026, 1, 19, 15)],
  ]);
});

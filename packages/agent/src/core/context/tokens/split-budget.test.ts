import { expect, test } from "vitest";
import { splitBudget } from "./split-budget.ts";

test.each([
  { costs: [], budget: 0, most: Number.POSITIVE_INFINITY },
  { costs: [10, 20], budget: 30, most: Number.POSITIVE_INFINITY },
  { costs: [10, 50], budget: 30, most: 20 },
  { costs: [50, 10, 40], budget: 60, most: 25 },
  { costs: [50, 50], budget: 30, most: 15 },
  { costs: [5], budget: -1, most: 0 },
])("pieces of $costs share $budget: at most $most each", ({ costs, budget, most }) => {
  expect(splitBudget(costs, budget)).toBe(most);
});

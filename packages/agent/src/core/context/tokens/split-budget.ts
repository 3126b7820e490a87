/**
 * The most that each piece may cost so that all of them together stay within
 * `budget`: short pieces stay whole, the longest give way. Infinite when nothing
 * has to.
 */
export function splitBudget(costs: readonly number[], budget: number): number {
  let left = budget;
  for (const [index, cost] of costs.toSorted((a, b) => a - b).entries()) {
    const even = left / (costs.length - index);
    if (cost > even) return Math.max(0, Math.floor(even));
    left -= cost;
  }
  return Number.POSITIVE_INFINITY;
}

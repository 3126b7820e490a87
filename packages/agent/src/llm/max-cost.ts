import type { ModelPrice, Rates } from "./catalog.ts";

const MILLION = 1_000_000n;

export interface RequestSize {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Returns the maximum cost of a request, in billionths of a dollar: nothing is read from a cache
 * and everything is written to one.
 */
export function maxCost({ inputTokens, outputTokens }: RequestSize, price: ModelPrice): bigint {
  const rates = price.tiers.findLast(({ above }) => inputTokens > above) ?? price;
  const perMillion =
    BigInt(inputTokens) * dearestInput(rates) + BigInt(outputTokens) * rates.output;
  return (perMillion + MILLION - 1n) / MILLION;
}

/**
 * Returns the highest price in a chain of models, whichever answers. Ignores models of unknown
 * price.
 */
export function highestPrice(prices: readonly (ModelPrice | undefined)[]): ModelPrice | undefined {
  const [first, ...others] = prices.filter((price) => price !== undefined);
  return others.length === 0 ? first : others.reduce<ModelPrice | undefined>(dearer, first);
}

function dearer(one: ModelPrice | undefined, other: ModelPrice): ModelPrice {
  if (!one) return other;
  const steps = [...new Set([...one.tiers, ...other.tiers].map(({ above }) => above))];
  return {
    ...maxRates(one, other),
    tiers: steps
      .toSorted((a, b) => a - b)
      .map((above) => ({ above, ...maxRates(ratesAbove(one, above), ratesAbove(other, above)) })),
  };
}

function ratesAbove(price: ModelPrice, tokens: number): Rates {
  return price.tiers.findLast(({ above }) => tokens >= above) ?? price;
}

function maxRates(one: Rates, other: Rates): Rates {
  return {
    input: max(one.input, other.input),
    output: max(one.output, other.output),
    cacheRead: max(one.cacheRead, other.cacheRead),
    cacheWrite: max(one.cacheWrite, other.cacheWrite),
  };
}

/** Caching for an hour costs twice the input price. */
function dearestInput({ input, cacheWrite }: Rates): bigint {
  return cacheWrite > 0n ? max(2n * input, cacheWrite) : input;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

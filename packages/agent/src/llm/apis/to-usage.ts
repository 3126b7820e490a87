import { isRecord } from "../../kernel/text/json.ts";
import type { ModelPrice } from "../catalog.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { VendorUsage } from "./vendor.ts";

const MILLION = 1_000_000n;
const NANO_PER_DOLLAR = 1_000_000_000;

/**
 * Returns the usage and cost of an answer: the provider's own price if it sends one, else that of
 * the catalog.
 */
export function toUsage(
  { inputTokens, outputTokens, raw }: VendorUsage,
  price: ModelPrice | undefined,
): Usage {
  const cachedTokens = inputTokens.cacheRead ?? 0;
  const cacheWriteTokens = inputTokens.cacheWrite ?? 0;
  const uncached = inputTokens.noCache ?? 0;
  const total = inputTokens.total ?? uncached + cachedTokens + cacheWriteTokens;
  const usage = {
    inputTokens: total,
    cachedTokens,
    outputTokens: outputTokens.total ?? 0,
    cacheWriteTokens,
    reasoningTokens: outputTokens.reasoning ?? 0,
  };
  const billed = raw?.["cost"];
  if (typeof billed === "number")
    return { ...usage, costNano: BigInt(Math.round(billed * NANO_PER_DOLLAR)) };
  if (!price) return usage;
  return { ...usage, costNano: costOf({ ...usage, hourWriteTokens: hourWritesOf(raw) }, price) };
}

interface Priced {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** Written tokens that are cached for an hour: they cost twice the input price. */
  readonly hourWriteTokens: number;
  readonly outputTokens: number;
}

function costOf(used: Priced, price: ModelPrice): bigint {
  const { inputTokens, cachedTokens, cacheWriteTokens, hourWriteTokens, outputTokens } = used;
  const rates = price.tiers.findLast(({ above }) => inputTokens > above) ?? price;
  const uncached = inputTokens - cachedTokens - cacheWriteTokens;
  const perMillion =
    BigInt(uncached) * rates.input +
    BigInt(cachedTokens) * rates.cacheRead +
    BigInt(cacheWriteTokens - hourWriteTokens) * rates.cacheWrite +
    BigInt(hourWriteTokens) * rates.input * 2n +
    BigInt(outputTokens) * rates.output;
  return (perMillion + MILLION / 2n) / MILLION;
}

/** Anthropic returns how long each cache entry is stored. */
function hourWritesOf(raw: unknown): number {
  const created = isRecord(raw) ? raw["cache_creation"] : undefined;
  const tokens = isRecord(created) ? created["ephemeral_1h_input_tokens"] : undefined;
  return typeof tokens === "number" ? tokens : 0;
}

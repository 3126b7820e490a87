import type { ModelPrice } from "./catalog.ts";
import { parseDollars } from "./parse-dollars.ts";

/**
 * Reads a price in dollars per million tokens, written as input/output: "3/15". Tokens that come from a cache
 * or go into one count as input.
 */
export function parsePrice(text: string): ModelPrice {
  const [input = "", output = ""] = text.split("/");
  const perInput = parseDollars(input);
  return {
    input: perInput,
    output: parseDollars(output),
    cacheRead: perInput,
    cacheWrite: perInput,
    tiers: [],
  };
}

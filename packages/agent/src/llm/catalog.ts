import { parseDollars } from "./parse-dollars.ts";

/** Catalog data of a model. */
export interface ModelEntry {
  readonly provider: string;
  readonly id: string;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly tools: boolean;
  readonly images: boolean;
  readonly reasoning: boolean;
  /** Absent if unknown. */
  readonly price: ModelPrice | undefined;
}

/** Prices in billionths of a dollar per million tokens. */
export interface Rates {
  readonly input: bigint;
  readonly output: bigint;
  readonly cacheRead: bigint;
  readonly cacheWrite: bigint;
}

export interface ModelPrice extends Rates {
  /** Rates for whole requests with more input tokens than `above`; ascending. */
  readonly tiers: readonly (Rates & { readonly above: number })[];
}

/**
 * A row of the generated catalog: id, context window, maximum output, flags, prices, prices of
 * tiers.
 */
export type ModelRow = readonly [
  id: string,
  contextTokens: number,
  maxOutputTokens: number,
  /** `t` tools, `i` images, `r` reasoning. */
  flags: string,
  /** Dollars per million tokens: input, output, cache read, cache write. */
  price?: string,
  /** The same, each prefixed by the number of input tokens above which it applies. */
  ...tiers: string[],
];

/** Looks up a model. The catalog is loaded at the first use. */
export async function findModel(provider: string, id: string): Promise<ModelEntry | undefined> {
  return (await listModels(provider)).find((entry) => entry.id === id);
}

/** Returns all models of a provider in the catalog, by id. */
export async function listModels(provider: string): Promise<readonly ModelEntry[]> {
  const { MODELS } = await import("./models.gen.ts");
  return (MODELS[provider] ?? []).map((row) => toEntry(provider, row));
}

function toEntry(provider: string, row: ModelRow): ModelEntry {
  const [id, contextTokens, maxOutputTokens, flags, price, ...tiers] = row;
  return {
    provider,
    id,
    contextTokens,
    maxOutputTokens,
    tools: flags.includes("t"),
    images: flags.includes("i"),
    reasoning: flags.includes("r"),
    price: price === undefined ? undefined : { ...toRates(price), tiers: tiers.map(toTier) },
  };
}

function toTier(text: string) {
  const [above = "", ...rates] = text.split(" ");
  return { above: Number(above), ...toRates(rates.join(" ")) };
}

function toRates(text: string): Rates {
  const [input = 0n, output = 0n, cacheRead = 0n, cacheWrite = 0n] = text
    .split(" ")
    .map(parseDollars);
  return { input, output, cacheRead, cacheWrite };
}

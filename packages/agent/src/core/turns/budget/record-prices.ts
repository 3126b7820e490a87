import { z } from "zod";
import { toDollars } from "../../../domains/billing.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import type { ModelPrice, Rates } from "../../../llm/catalog.ts";
import type { Model } from "../../../llm/model.ts";
import type { Repositories } from "../../../store/store.ts";
import type { Agents } from "../../agents.ts";

const rates = z.object({
  input: z.string(),
  output: z.string(),
  cacheRead: z.string(),
  cacheWrite: z.string(),
});

/** Dollars for a million tokens. */
export const recordedRates = rates.extend({
  /** For all of a request that has more input tokens than `above`. */
  tiers: z.array(rates.extend({ above: z.number() })),
});

export type RecordedRates = z.output<typeof recordedRates>;

/** Every model that agents think or sum up with. */
export function modelsOf({ all }: Agents): readonly Model[] {
  return all.flatMap(({ model, utility }) => (utility ? [model, utility] : [model]));
}

/** Keeps what models cost from now on, where that has changed. */
export async function recordPrices(
  { usage }: Pick<Repositories, "usage">,
  { models, since }: { readonly models: readonly Model[]; readonly since: number },
): Promise<void> {
  const prices = new Map(models.map(({ id, price }) => [id, price]));
  for (const [model, price] of prices)
    await usage.notePrice({
      model,
      since,
      rates: price ? JSON.stringify(toRecorded(price)) : null,
    });
}

/** Reads a recorded price; null if the price is not known. */
export function readRates(text: string | null): RecordedRates | null {
  if (text === null) return null;
  return recordedRates.parse(parseJson(text)?.value);
}

function toRecorded({ tiers, ...price }: ModelPrice): RecordedRates {
  return {
    ...inDollars(price),
    tiers: tiers.map(({ above, ...tier }) => ({ ...inDollars(tier), above })),
  };
}

function inDollars({ input, output, cacheRead, cacheWrite }: Rates) {
  return {
    input: toDollars(input),
    output: toDollars(output),
    cacheRead: toDollars(cacheRead),
    cacheWrite: toDollars(cacheWrite),
  };
}

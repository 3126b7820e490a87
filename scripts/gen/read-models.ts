import { readFile } from "node:fs/promises";
import type { ModelRow } from "../../packages/agent/src/llm/catalog.ts";

/** The list of models as it stands in the repository. */
export interface ModelList {
  /** Where it comes from and of what day it is: the lines at its top. */
  readonly notice: readonly string[];
  readonly models: Readonly<Record<string, readonly ModelRow[]>>;
}

/** Providers that serve the models of another one at its prices. */
const SAME_MODELS: Readonly<Record<string, string>> = { "claude-code": "anthropic" };

/** Reads `models.tsv`. A cached token without a price of its own costs as much as any other. */
export async function readModels(file: string): Promise<ModelList> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  const rows = lines.filter((line) => !line.startsWith("#")).map((line) => line.split("\t"));
  const groups = Map.groupBy(rows, ([provider = ""]) => provider);
  const models = Object.fromEntries(
    [...groups].map(([provider, members]) => [provider, members.map(toRow)]),
  );
  const shared = Object.entries(SAME_MODELS).map(([name, other]) => [name, models[other] ?? []]);
  return {
    notice: lines.filter((line) => line.startsWith("#")).map((line) => line.slice(2)),
    models: { ...models, ...Object.fromEntries(shared) },
  };
}

function toRow([, id = "", context, output, flags = "", ...prices]: readonly string[]): ModelRow {
  const [price, ...tiers] = prices.map(withCachePrices);
  const head = [id, Number(context), Number(output), flags] as const;
  return price === undefined ? head : [...head, price, ...tiers];
}

function withCachePrices(text: string): string {
  const numbers = text.split(" ");
  const [input = "0", output = "0", read = "0", write = "0"] = numbers.slice(-4);
  const rates = [input, output, read === "0" ? input : read, write === "0" ? input : write];
  return [...numbers.slice(0, -4), ...rates].join(" ");
}

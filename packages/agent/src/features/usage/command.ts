import { type Price, usage, type UsageSum, type UsageSummary } from "@reeve/operations/usage";
import { defineCommandLine } from "../../operations/cli.ts";

/** `reeve usage`. */
export const usageCommand = defineCommandLine({
  command: "usage",
  operations: usage,
  aliases: { "--csv": "export", "--prices": "prices" },
  show: {
    summary: toTable,
    export: ({ csv }) => csv,
    prices: ({ items }) => toPrices(items),
  },
});

function toTable({ by, from, to, rows, total }: UsageSummary): string {
  const width = Math.max(by.length, ...rows.map(({ name }) => name.length), "all".length);
  const unit = by === "tool" ? "calls" : "requests";
  const toLine = (name: string, one: UsageSum) =>
    `${name.padEnd(width)}  $${one.costUsd}  ${count(one.calls)} ${unit}, ${count(one.inputTokens)} tokens in (${count(one.cachedTokens)} cached), ${count(one.outputTokens)} out${one.unpriced > 0 ? `, ${count(one.unpriced)} without a known price` : ""}`;
  return [
    `${from} to ${to}, by ${by}`,
    ...rows.map((row) => toLine(row.name, row)),
    toLine("all", total),
  ].join("\n");
}

function toPrices(prices: readonly Price[]): string {
  if (prices.length === 0)
    return "No prices are known yet. They are recorded when the agent starts.";
  return ["Dollars for a million tokens:", ...prices.map(toPrice)].join("\n");
}

function toPrice({ model, since, rates }: Price): string {
  const from = `${model}  since ${new Date(since).toISOString().slice(0, 10)}`;
  if (!rates) return `${from}: not known, it counts as 0`;
  const tiers = rates.tiers.map(
    ({ above, input, output }) => `; above ${count(above)} tokens in: $${input} in, $${output} out`,
  );
  return `${from}: $${rates.input} in, $${rates.cacheRead} cached, $${rates.cacheWrite} into the cache, $${rates.output} out${tiers.join("")}`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

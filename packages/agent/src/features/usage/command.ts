import {
  type Price,
  usage,
  USAGE_KEYS,
  type UsageKey,
  type UsageSum,
  type UsageSummary,
} from "@reeve/operations/agent/usage";
import { defineCommandLine } from "../../operations/cli.ts";
import { checked } from "../../operations/read-words.ts";

/** `reeve usage`. */
export const usageCommand = defineCommandLine({
  command: "usage",
  operations: usage,
  aliases: { "--csv": "export", "--prices": "prices" },
  options: {
    summary: {
      by: {
        type: "string",
        description: "How to group the usage. Default: day.",
        value: USAGE_KEYS.map(toWord).join("|"),
      },
      from: { type: "string", description: "The first day. Default: the first of the month." },
      to: { type: "string", description: "The last day. Default: today." },
      person: { type: "string", description: "A person's id." },
    },
  },
  read: {
    summary({ options: { by, ...days } }) {
      return checked(usage.summary.input, { ...days, by: by === "chat" ? "place" : by });
    },
  },
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
    `${name.padEnd(width)}  $${one.costUsd}  ${count(one.calls)} ${unit}, ${count(one.inputTokens)} tokens in (${count(one.cachedTokens)} cached), ${count(one.outputTokens)} out${one.unpriced > 0 ? `, ${count(one.unpriced)} with an unknown price` : ""}`;
  return [
    `${from} to ${to}, by ${toWord(by)}`,
    ...rows.map((row) => toLine(row.name, row)),
    toLine("all", total),
  ].join("\n");
}

function toWord(key: UsageKey): string {
  return key === "place" ? "chat" : key;
}

function toPrices(prices: readonly Price[]): string {
  if (prices.length === 0)
    return "No prices are known yet. They are recorded when the agent starts.";
  return ["Dollars per million tokens:", ...prices.map(toPrice)].join("\n");
}

function toPrice({ model, since, rates }: Price): string {
  const from = `${model}  since ${new Date(since).toISOString().slice(0, 10)}`;
  if (!rates) return `${from}: unknown, counts as free`;
  const tiers = rates.tiers.map(
    ({ above, input, output }) => `; above ${count(above)} tokens in: $${input} in, $${output} out`,
  );
  return `${from}: $${rates.input} in, $${rates.cacheRead} cached, $${rates.cacheWrite} into the cache, $${rates.output} out${tiers.join("")}`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

import { parseArgs } from "node:util";

import type { Ask } from "@reeve/operations/ask";
import {
  type Price,
  usage,
  USAGE_KEYS,
  type UsageSum,
  type UsageSummary,
} from "@reeve/operations/usage";
import { Fault } from "@reeve/sdk";
import { withAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

/** `reeve usage`: what requests to models came to; `--csv` prints each of them, `--prices` what models cost. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      by: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      person: { type: "string" },
      csv: { type: "boolean" },
      prices: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  const { by, csv, prices: wantsPrices, json, ...days } = values;
  return withAgent(parts, async (ask) => {
    if (csv) await printCsv(days, { ask, print: (text) => parts.stdout.write(text) });
    else if (wantsPrices) {
      const { items: all } = await ask(usage.prices, { limit: 200 });
      parts.stdout.write(json ? `${JSON.stringify(all)}\n` : tellPrices(all));
    } else {
      const all = await ask(usage.summary, { ...days, by: keyIn(by) });
      parts.stdout.write(json ? `${JSON.stringify(all)}\n` : tellSummary(all));
    }
    return 0;
  });
}

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly person?: string | undefined;
}

function keyIn(text: string | undefined) {
  const found = USAGE_KEYS.find((key) => key === text);
  if (text === undefined || found) return found;
  throw new Fault("invalid", `Cannot sum up by "${text}".`, {
    hint: `Use one of ${USAGE_KEYS.join(", ")}.`,
  });
}

async function printCsv(
  days: Days,
  { ask, print }: { readonly ask: Ask; readonly print: (text: string) => void },
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page: { csv: string; next: string | null } = await ask(usage.export, { ...days, cursor });
    print(page.csv);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function tellSummary({ by, from, to, rows, total }: UsageSummary): string {
  const width = Math.max(by.length, ...rows.map(({ name }) => name.length), "all".length);
  const tell = (name: string, one: UsageSum) =>
    `${name.padEnd(width)}  $${one.costUsd}  ${count(one.calls)} ${by === "tool" ? "calls" : "requests"}, ${count(one.inputTokens)} tokens in (${count(one.cachedTokens)} cached), ${count(one.outputTokens)} out${one.unpriced > 0 ? `, ${count(one.unpriced)} without a known price` : ""}`;
  return [
    `${from} to ${to}, by ${by}`,
    ...rows.map((row) => tell(row.name, row)),
    tell("all", total),
    "",
  ].join("\n");
}

function tellPrices(all: readonly Price[]): string {
  if (all.length === 0) return "No prices are known yet: they are noted when the agent starts.\n";
  const lines = all.map(({ model, since, rates: cost }) => {
    const from = `${model}  since ${new Date(since).toISOString().slice(0, 10)}`;
    if (!cost) return `${from}: not known, it counts as 0`;
    const tiers = cost.tiers.map(
      ({ above, input, output }) =>
        `; above ${count(above)} tokens in: $${input} in, $${output} out`,
    );
    return `${from}: $${cost.input} in, $${cost.cacheRead} cached, $${cost.cacheWrite} into the cache, $${cost.output} out${tiers.join("")}`;
  });
  return `Dollars for a million tokens:\n${lines.join("\n")}\n`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

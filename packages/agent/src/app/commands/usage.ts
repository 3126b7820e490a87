import { parseArgs } from "node:util";
import { z } from "zod";
import { usageSummaryView, type usageSumView } from "../../surfaces/http/usage-view.ts";
import { type AskByName, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const page = z.object({ csv: z.string(), next: z.number().nullable() });

const rates = z.object({
  input: z.string(),
  output: z.string(),
  cacheRead: z.string(),
  cacheWrite: z.string(),
});

const prices = z.array(
  z.object({
    model: z.string(),
    since: z.number(),
    rates: rates.extend({ tiers: z.array(rates.extend({ above: z.number() })) }).nullable(),
  }),
);

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
  return askAgent(parts, async (ask) => {
    if (csv) await printCsv(days, { ask, print: (text) => parts.stdout.write(text) });
    else if (wantsPrices) {
      const all = prices.parse(await ask("usage.prices", {}));
      parts.stdout.write(json ? `${JSON.stringify(all)}\n` : tellPrices(all));
    } else {
      const all = usageSummaryView.parse(
        await ask("usage.summary", { ...days, ...(by && { by }) }),
      );
      parts.stdout.write(json ? `${JSON.stringify(all)}\n` : tellSummary(all));
    }
    return 0;
  });
}

async function printCsv(
  days: object,
  { ask, print }: { readonly ask: AskByName; readonly print: (text: string) => void },
): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const { csv, next } = page.parse(await ask("usage.export", { ...days, after }));
    print(csv);
    after = next;
  }
}

function tellSummary({ by, from, to, rows, total }: z.output<typeof usageSummaryView>): string {
  const width = Math.max(by.length, ...rows.map(({ name }) => name.length), "all".length);
  const tell = (name: string, one: z.output<typeof usageSumView>) =>
    `${name.padEnd(width)}  $${one.costUsd}  ${count(one.calls)} ${by === "tool" ? "calls" : "requests"}, ${count(one.inputTokens)} tokens in (${count(one.cachedTokens)} cached), ${count(one.outputTokens)} out${one.unpriced > 0 ? `, ${count(one.unpriced)} without a known price` : ""}`;
  return [
    `${from} to ${to}, by ${by}`,
    ...rows.map((row) => tell(row.name, row)),
    tell("all", total),
    "",
  ].join("\n");
}

function tellPrices(all: z.output<typeof prices>): string {
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

import { formatDecimal } from "../kernel/text/decimal.ts";
import { toLocalTime } from "when-in-words/local-time";
import type { UsageRow } from "../store/billing/usage.ts";
import { toCsv } from "./billing/to-csv.ts";

const DOLLAR_DECIMALS = 9;

/** Returns the day that a request counts for, as a calendar date in the time zone of billing. */
export function billingDay(at: number, timeZone: string): string {
  return toLocalTime(at, timeZone).date;
}

/** 250_000_000n → "0.25": dollars, as programs read them. */
export function toDollars(nano: bigint): string {
  return formatDecimal(nano, DOLLAR_DECIMALS);
}

const COLUMNS = [
  "at",
  "day",
  "person",
  "place",
  "agent",
  "session",
  "turn",
  "step",
  "purpose",
  "tools",
  "model",
  "input_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "output_tokens",
  "reasoning_tokens",
  "cost_usd",
];

/** The first line of a table of requests. */
export const USAGE_CSV_HEAD: string = toCsv([COLUMNS]);

/**
 * Formats requests as lines of CSV (RFC 4180), without the header. An unknown cost is empty, and no cell is
 * a formula to a spreadsheet program.
 */
export function usageCsv(rows: readonly UsageRow[]): string {
  return toCsv(
    rows.map((row) => [
      new Date(row.at).toISOString(),
      row.day,
      row.person ?? "",
      row.where ?? "",
      row.agent ?? "",
      row.session ?? "",
      row.turn ?? "",
      row.step === null ? "" : String(row.step),
      row.purpose,
      row.tools.join(" "),
      row.model,
      String(row.inputTokens),
      String(row.cachedTokens),
      String(row.cacheWriteTokens),
      String(row.outputTokens),
      String(row.reasoningTokens),
      row.costNano === null ? "" : toDollars(row.costNano),
    ]),
  );
}

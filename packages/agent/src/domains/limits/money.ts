import { formatDecimal } from "../../kernel/text/decimal.ts";
import type { Language } from "../../kernel/languages.ts";
import { toInstant, toLocalTime } from "when-in-words/local-time";
import { formatUsd } from "../../kernel/text/format-usd.ts";
import { texts } from "../../platform/texts.ts";
import type { Account, Subject } from "../../store/billing/limits.ts";

/** Maximum spending of a subject, in billionths of a dollar. */
export interface MoneyLimit {
  readonly subject: Subject;
  /** Owner of the budget, formatted for people: "this chat". */
  readonly whose: string;
  readonly period: Period;
  readonly nano: bigint;
}

export type Period = "day" | "month";

/** A budget that is used up. */
export interface Overrun extends MoneyLimit {
  readonly spentNano: bigint;
  readonly heldNano: bigint;
  /** Time at which it is free again. */
  readonly freeAt: number;
}

/** The days of a moment's month up to its day, in a time zone. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Number of decimals of a dollar in the ledger, which counts billionths. */
export const DOLLAR_DECIMALS = 9;

/** Returns the day of a moment, `YYYY-MM-DD`. */
export function dayOf(now: number, timeZone: string): string {
  return toLocalTime(now, timeZone).date;
}

/** Returns the days that limits have to look at: of the whole month where one of them is for a month. */
export function daysOf(limits: readonly MoneyLimit[], day: string): Days {
  if (!limits.some(({ period }) => period === "month")) return { from: day, to: day };
  return { from: `${day.slice(0, 7)}-01`, to: `${day.slice(0, 7)}-31` };
}

/**
 * Finds the first exhausted budget: one that is reached by spent and reserved money. A budget with anything
 * left admits one more request at any cost, so it is exceeded by one request at most.
 */
export function findOverrun(
  limits: readonly MoneyLimit[],
  accounts: readonly Account[],
  { day, timeZone }: { readonly day: string; readonly timeZone: string },
): Overrun | undefined {
  for (const limit of limits) {
    const { spentNano, heldNano } = usedOf(limit, accounts, day);
    if (spentNano + heldNano >= limit.nano)
      return { ...limit, spentNano, heldNano, freeAt: endOf(limit.period, { day, timeZone }) };
  }
  return undefined;
}

/** Returns the money that counts for a budget on a day: spent plus reserved. */
export function usedOf(
  { subject, period }: MoneyLimit,
  accounts: readonly Account[],
  day: string,
): Pick<Account, "spentNano" | "heldNano"> {
  const own = accounts.filter(
    (account) =>
      account.subject === subject &&
      (period === "day" ? account.day === day : account.day.startsWith(day.slice(0, 7))),
  );
  return {
    spentNano: own.reduce((sum, account) => sum + account.spentNano, 0n),
    heldNano: own.reduce((sum, account) => sum + account.heldNano, 0n),
  };
}

/** "$0.6 of $0.5", with the reserved amount. */
export function formatUsed(
  { spentNano, heldNano, nano }: Omit<Overrun, "freeAt">,
  language: Language = "en",
): string {
  const { used, usedAndHeld } = texts(language).limits;
  const spent = formatUsd(spentNano, language);
  const most = formatUsd(nano, language);
  if (heldNano <= 0n) return used({ spent, most });
  return usedAndHeld({ spent, held: formatUsd(heldNano, language), most });
}

/** 250_000_000n → "$0.25" */
export function formatDollars(nano: bigint): string {
  return `$${formatDecimal(nano, DOLLAR_DECIMALS)}`;
}

/** Returns the midnight with which the day, or the month, of a day ends. */
function endOf(
  period: Period,
  { day, timeZone }: { readonly day: string; readonly timeZone: string },
): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const wall = period === "day" ? Date.UTC(year, month - 1, date + 1) : Date.UTC(year, month, 1);
  return toInstant(wall, timeZone);
}

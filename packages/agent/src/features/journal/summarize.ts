import type { JournalOutcome } from "@reeve/operations/journal";
import type { JournalResult } from "../../store/journal.ts";
import { sumDecimals } from "./sum-decimals.ts";
import type { JournalSummary } from "./journal.ts";

/** Counts outcomes and adds up gains and losses. Entries that are open or cancelled count in no rate. */
export function summarize(results: readonly JournalResult[]): JournalSummary {
  const count = (wanted: JournalOutcome) =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const outcomes = {
    pending: count("pending"),
    profit: count("profit"),
    loss: count("loss"),
    neutral: count("neutral"),
    cancelled: count("cancelled"),
  };
  const decided = outcomes.profit + outcomes.loss;
  return {
    entries: results.length,
    outcomes,
    pnlTon: sumDecimals(results.flatMap(({ pnlTon }) => pnlTon ?? [])),
    winRatePct: decided === 0 ? undefined : Math.round((outcomes.profit * 1000) / decided) / 10,
  };
}

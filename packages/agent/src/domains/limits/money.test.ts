import { expect, test } from "vitest";
import type { Account } from "../../store/billing/limits.ts";
import { daysOf, usedOf } from "./money.ts";

const limit = (period: "day" | "month") =>
  ({ whose: "person", subject: "person:ann", period, nano: 1n }) as const;

test("limits for a day look at that day, and one for a month at the whole month", () => {
  const day = "2026-02-27";
  expect(daysOf([limit("day")], day)).toEqual({ from: day, to: day });
  const month = { from: "2026-02-01", to: "2026-02-31" };
  expect(daysOf([limit("day"), limit("month")], day)).toEqual(month);
});

const spent = (day: string, subject: Account["subject"] = "person:ann"): Account => ({
  subject,
  day,
  spentNano: 1n,
  heldNano: 2n,
});

test("a limit for a day counts that day alone, and one for a month its whole month", () => {
  const accounts = [
    spent("2026-01-31"),
    spent("2026-02-26"),
    spent("2026-02-27"),
    spent("2026-02-27", "person:bob"),
  ];
  expect(usedOf(limit("day"), accounts, "2026-02-27")).toEqual({ spentNano: 1n, heldNano: 2n });
  expect(usedOf(limit("month"), accounts, "2026-02-27")).toEqual({ spentNano: 2n, heldNano: 4n });
});

import { expect, test } from "vitest";
import { daysOf } from "./money.ts";

const limit = (period: "day" | "month") =>
  ({ whose: "person", subject: "person:ann", period, nano: 1n }) as const;

test("limits for a day look at that day, and one for a month at the whole month", () => {
  const day = "2026-02-27";
  expect(daysOf([limit("day")], day)).toEqual({ from: day, to: day });
  const month = { from: "2026-02-01", to: "2026-02-31" };
  expect(daysOf([limit("day"), limit("month")], day)).toEqual(month);
});

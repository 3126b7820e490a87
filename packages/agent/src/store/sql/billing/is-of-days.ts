import { type RawBuilder, sql } from "kysely";

interface DayRange {
  readonly from: string;
  /** Without it, up to now. */
  readonly to?: string | undefined;
  /** Only requests with higher numbers. */
  readonly after?: number | undefined;
}

/**
 * Checks whether the number of a request can be one of these days, both included; the caller checks the day
 * itself. The numbers of days may overlap, because clocks and time zones change.
 */
export function isOfDays(
  order: RawBuilder<number>,
  { from, to, after = 0 }: DayRange,
): RawBuilder<boolean> {
  const days = to === undefined ? sql`day >= ${from}` : sql`day >= ${from} and day <= ${to}`;
  // One range with both its ends: PostgreSQL expects few rows and reads its index, and SQLite uses one lower end.
  return sql<boolean>`${order} between
      (select case when min("first") > ${after} then min("first") else cast(${after + 1} as bigint) end
        from usage_days where ${days})
      and (select max("last") from usage_days where ${days})`;
}

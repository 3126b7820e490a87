type Row = Readonly<Record<string, string | null>>;

/**
 * Checks that no turn leaves a reservation, no spending is lost, and no limit is exceeded. Reservations for
 * background work of an ended process are settled at the next start.
 */
export function checkLedger(rows: (sql: string) => readonly Row[]): readonly string[] {
  const held = rows("select id from money_holds where turn is not null").map(
    ({ id }) => `${id} is still set aside`,
  );
  const [totals] = rows(TOTALS);
  const { accounted = null, used = null, held: left = null } = totals ?? {};
  const isShort = Number(accounted) < Number(used);
  return [
    ...held,
    ...(Number(left) === 0 ? [] : [`accounts hold ${left} for nobody`]),
    ...(isShort ? [`requests cost ${used}, and ${accounted} of it was counted`] : []),
    ...rows(OVERSPENT).map(({ paid }) => `${paid} TON were paid, and 8 may be`),
    ...rows(UNCOUNTED).map(({ id }) => `the payment ${id} is not counted`),
  ];
}

const TOTALS = `
  select (select coalesce(sum(spent), 0) from money_accounts where subject = 'platform') as accounted,
    (select coalesce(sum(held), 0) from money_accounts where subject = 'platform')
      - (select coalesce(sum(nano), 0) from money_holds) as held,
    (select coalesce(sum(cost_nano), 0) from usage) as used`;

/** Limits in billionths of a TON. */
const OVERSPENT = `
  select sum(cast(amount as integer)) / 1000000000 as paid from asset_spendings
  where asset = 'TON' group by asset having sum(cast(amount as integer)) > 8000000000`;

/** Those that happened, or may have. */
const UNCOUNTED = `
  select id from calls where tool = 'crash_pay' and started_fence is not null
    and id not in (select call from asset_spendings)`;

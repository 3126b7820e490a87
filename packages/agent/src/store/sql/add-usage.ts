import { type Kysely, sql } from "kysely";
import type { UnaskedUsage, UsageEntry } from "../usage.ts";
import type { Tables } from "./tables.ts";
import { utcDay } from "./utc-day.ts";

/** Adds a row, and adds it up for its day, person, place, agent, model and purpose. */
export async function addUsage(db: Kysely<Tables>, entry: UsageEntry): Promise<void> {
  const { turn, step, place, at, day = utcDay(at) } = entry;
  const tenant = sql<string>`(select tenant from places where id = ${place})`;
  await db
    .insertInto("usage")
    .values({ tenant, turn, step, place, at, day, ...toColumns(entry) })
    .execute();
  await sql`
    insert into usage_days
    select ${day}, p.tenant, coalesce(i.author, ''), p.id, t.agent, ${sql.join(countsOf(entry))}
    from turns t join places p on p.id = ${place} left join inbox i on i.id = t.opened_by
    where t.id = ${turn}
    ${ADDED_UP}`.execute(db);
}

/** The same for what belongs to no turn. */
export async function addUnasked(db: Kysely<Tables>, entry: UnaskedUsage): Promise<void> {
  const { tenant, at, day } = entry;
  await db
    .insertInto("usage")
    .values({ tenant, turn: null, step: null, place: null, at, day, ...toColumns(entry) })
    .execute();
  await sql`
    insert into usage_days
    values (${day}, ${tenant}, '', '', '', ${sql.join(countsOf(entry))})
    ${ADDED_UP}`.execute(db);
}

type Counted = Omit<UsageEntry, "turn" | "step" | "place" | "day">;

function toColumns(entry: Counted) {
  return {
    model: entry.model,
    purpose: entry.purpose,
    input_tokens: entry.inputTokens,
    cached_tokens: entry.cachedTokens,
    cache_write_tokens: entry.cacheWriteTokens,
    output_tokens: entry.outputTokens,
    reasoning_tokens: entry.reasoningTokens,
    cost_nano: entry.costNano,
  };
}

/** In the order of the table. PostgreSQL would not know what kind of values they are. */
function countsOf(entry: Counted) {
  const { model, purpose, costNano } = entry;
  const numbers = [
    1,
    costNano === null ? 1 : 0,
    entry.inputTokens,
    entry.cachedTokens,
    entry.cacheWriteTokens,
    entry.outputTokens,
    entry.reasoningTokens,
    costNano ?? 0n,
  ];
  return [
    sql`cast(${model} as text)`,
    sql`cast(${purpose} as text)`,
    ...numbers.map((value) => sql`cast(${value} as bigint)`),
  ];
}

const SUMS = [
  "calls",
  "unpriced",
  "input_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "output_tokens",
  "reasoning_tokens",
  "cost_nano",
];

const ADDED_UP = sql`
  on conflict (tenant, day, person, place, agent, model, purpose) do update set
  ${sql.join(SUMS.map((name) => sql`${sql.ref(name)} = usage_days.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`;

import { type Kysely, sql } from "kysely";
import type { BackgroundUsage, UsageEntry } from "../../billing/usage.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";
import { utcDay } from "../utc-day.ts";

/** Adds a row, and adds it up for its day, person, chat, agent, model and purpose. */
export async function addUsage(db: Kysely<Tables>, entry: UsageEntry): Promise<void> {
  const { turn, step, chat, at, day = utcDay(at) } = entry;
  const { order } = await ADD.one(db, { turn, step, chat, at, day, ...toColumns(entry) });
  await ADD_TO_DAY.run(db, { turn, chat, day, order, ...toSums(entry) });
}

/** Does the same for usage outside of turns. */
export async function addUnasked(db: Kysely<Tables>, entry: BackgroundUsage): Promise<void> {
  const { tenant, at, day, sent } = entry;
  const { message = null, chat = null } = sent ?? {};
  const { order } = await db
    .insertInto("usage")
    .values({ tenant, turn: null, step: null, chat, message, at, day, ...toColumns(entry) })
    .returning("order")
    .executeTakeFirstOrThrow();
  const author = sql`coalesce((select author from inbox where id = ${message}), '')`;
  await sql`
    insert into usage_days
    values (${day}, ${tenant}, ${author}, ${chat ?? ""}, '',
      ${sql.join(countsOf({ ...toSums(entry), order }))})
    ${ADDED_UP}`.execute(db);
}

type Counted = Omit<UsageEntry, "turn" | "step" | "chat" | "day">;

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

/** Returns the amounts to add to a day. */
function toSums({ costNano, ...entry }: Counted) {
  return {
    model: entry.model,
    purpose: entry.purpose,
    unpriced: costNano === null ? 1 : 0,
    inputTokens: entry.inputTokens,
    cachedTokens: entry.cachedTokens,
    cacheWriteTokens: entry.cacheWriteTokens,
    outputTokens: entry.outputTokens,
    reasoningTokens: entry.reasoningTokens,
    costNano: costNano ?? 0n,
  };
}

/** Returns the sums in the order of the table, because PostgreSQL could not infer the types of the values. */
function countsOf(sums: ReturnType<typeof toSums> & { readonly order: number }) {
  const numbers = [
    1,
    sums.unpriced,
    sums.inputTokens,
    sums.cachedTokens,
    sums.cacheWriteTokens,
    sums.outputTokens,
    sums.reasoningTokens,
    sums.costNano,
    sums.order,
    sums.order,
  ];
  return [
    sql`cast(${sums.model} as text)`,
    sql`cast(${sums.purpose} as text)`,
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
  on conflict (tenant, day, person, chat, agent, model, purpose) do update set
  ${sql.join(SUMS.map((name) => sql`${sql.ref(name)} = usage_days.${sql.ref(name)} + excluded.${sql.ref(name)}`))},
  "first" = case when usage_days."first" <= excluded."first" then usage_days."first" else excluded."first" end,
  "last" = case when usage_days."last" >= excluded."last" then usage_days."last" else excluded."last" end`;

type UsageKey = Pick<UsageEntry, "turn" | "step" | "chat" | "at"> & { readonly day: string };

const ADD = prepareStatement((db, row: UsageKey & ReturnType<typeof toColumns>) =>
  db
    .insertInto("usage")
    .values({ ...row, tenant: sql<string>`(select tenant from chats where id = ${row.chat})` })
    .returning("order"),
);

const ADD_TO_DAY = prepareStatement(
  (
    _db,
    {
      turn,
      chat,
      day,
      ...sums
    }: Pick<UsageKey, "turn" | "chat" | "day"> &
      ReturnType<typeof toSums> & { readonly order: number },
  ) => sql`
    insert into usage_days
    select ${day}, p.tenant, coalesce(i.author, ''), p.id, t.agent, ${sql.join(countsOf(sums))}
    from turns t join chats p on p.id = ${chat} left join inbox i on i.id = t.opened_by
    where t.id = ${turn}
    ${ADDED_UP}`,
);

import { type Kysely, type RawBuilder, sql } from "kysely";
import type { UsageKey } from "@reeve/operations/agent/usage";
import type { UsageQuery, UsageSum } from "../../billing/usage.ts";
import type { Tables } from "../tables.ts";
import { isOfDays } from "./is-of-days.ts";

interface Row {
  readonly key: string | null;
  readonly calls: number | string;
  readonly unpriced: number | string;
  readonly input: number | string;
  readonly cached: number | string;
  readonly written: number | string;
  readonly output: number | string;
  readonly reasoning: number | string;
  readonly cost: number | bigint | string;
}

/** Sums usage up: off the days where they hold the key, else off the requests of these days. */
export async function summarizeUsage(
  db: Kysely<Tables>,
  query: UsageQuery,
  by: UsageKey,
): Promise<readonly UsageSum[]> {
  const { rows } = await queryFor(query, by).execute(db);
  const sums = rows.map((row): UsageSum => ({
    key: row.key ?? "",
    calls: Number(row.calls),
    unpriced: Number(row.unpriced),
    inputTokens: Number(row.input),
    cachedTokens: Number(row.cached),
    cacheWriteTokens: Number(row.written),
    outputTokens: Number(row.output),
    reasoningTokens: Number(row.reasoning),
    costNano: BigInt(row.cost),
  }));
  return sums.toSorted(by === "day" ? byKey : byCost);
}

function queryFor(query: UsageQuery, by: UsageKey): RawBuilder<Row> {
  if (by === "session") return bySession(query);
  if (by === "tool") return byTool(query);
  const { tenant, person, from, to } = query;
  const column = sql.ref(by === "place" ? "chat" : by);
  return sql<Row>`select ${column} as key, sum(calls) as calls, sum(unpriced) as unpriced,
      sum(input_tokens) as input, sum(cached_tokens) as cached,
      sum(cache_write_tokens) as written, sum(output_tokens) as output,
      sum(reasoning_tokens) as reasoning, sum(cost_nano) as cost
    from usage_days
    where tenant = ${tenant} and day >= ${from} and day <= ${to} ${andPerson(sql`person`, person)}
    group by ${column}`;
}

function bySession({ tenant, person, from, to }: UsageQuery): RawBuilder<Row> {
  return sql<Row>`select t.session as key, count(*) as calls,
      sum(case when u.cost_nano is null then 1 else 0 end) as unpriced,
      sum(u.input_tokens) as input, sum(u.cached_tokens) as cached,
      sum(u.cache_write_tokens) as written, sum(u.output_tokens) as output,
      sum(u.reasoning_tokens) as reasoning, sum(coalesce(u.cost_nano, 0)) as cost
    from usage u left join turns t on t.id = u.turn left join inbox i on i.id = coalesce(t.opened_by, u.message)
    where ${isOfDays(sql`u."order"`, { from, to })}
      and u.tenant = ${tenant} and u.day >= ${from} and u.day <= ${to}
      ${andPerson(sql`i.author`, person)}
    group by t.session`;
}

/**
 * Sums up usage by tool. The remainder of an uneven division is distributed from the first call on, so that
 * nothing gets lost.
 */
function byTool({ tenant, person, from, to }: UsageQuery): RawBuilder<Row> {
  return sql<Row>`select coalesce(c.tool, '(' || u.purpose || ')') as key, count(*) as calls,
      sum(case when u.cost_nano is null then 1 else 0 end) as unpriced,
      ${share(sql`u.input_tokens`)} as input, ${share(sql`u.cached_tokens`)} as cached,
      ${share(sql`u.cache_write_tokens`)} as written, ${share(sql`u.output_tokens`)} as output,
      ${share(sql`u.reasoning_tokens`)} as reasoning,
      ${share(sql`coalesce(u.cost_nano, 0)`)} as cost
    from (
      select usage.*, case
        when usage.purpose = 'think' and exists (
          select 1 from calls where ${ofStep})
        then (select count(*) from calls where ${ofStep})
        else 1 end as n
      from usage left join turns t on t.id = usage.turn left join inbox i on i.id = coalesce(t.opened_by, usage.message)
      where ${isOfDays(sql`usage."order"`, { from, to })}
        and usage.tenant = ${tenant} and usage.day >= ${from} and usage.day <= ${to}
        ${andPerson(sql`i.author`, person)}
    ) u
    left join calls c on u.purpose = 'think' and c.turn = u.turn and c.step = u.step and c.parent is null
    group by coalesce(c.tool, '(' || u.purpose || ')')`;
}

/** The calls that the model made in the step of a request. */
const ofStep = sql`calls.turn = usage.turn and calls.step = usage.step and calls.parent is null`;

function andPerson(column: RawBuilder<unknown>, person: string | undefined): RawBuilder<unknown> {
  return person === undefined ? sql`` : sql`and ${column} = ${person}`;
}

function byKey(one: UsageSum, other: UsageSum): number {
  return one.key < other.key ? -1 : 1;
}

function byCost(one: UsageSum, other: UsageSum): number {
  if (one.costNano !== other.costNano) return one.costNano > other.costNano ? -1 : 1;
  return other.inputTokens + other.outputTokens - (one.inputTokens + one.outputTokens);
}

/** Returns a call's share of its step. */
function share(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sum(${column} / u.n + case when coalesce(c.position, 0) < ${column} % u.n then 1 else 0 end)`;
}

import { type Kysely, sql } from "kysely";
import type { Engine } from "./migrations.ts";
import type { Tables } from "./tables.ts";
import { utcDay } from "./utc-day.ts";

const DAY_MS = 86_400_000;

/**
 * Adds usage that belongs to no turn, and usage sums by day. Usage from before is summed up by UTC days,
 * because the local days are no longer known.
 */
export async function migrateBilling(db: Kysely<Tables>, { orderColumn }: Engine): Promise<void> {
  const columns = `turn, step, place, model, input_tokens, cached_tokens, cache_write_tokens,
    output_tokens, reasoning_tokens, cost_nano, at, purpose`;
  const statements = [
    `create table usage_next (
      "order" ${orderColumn}, tenant text not null, turn text references turns (id), step bigint,
      place text references places (id), model text not null, input_tokens bigint not null,
      cached_tokens bigint not null, cache_write_tokens bigint not null,
      output_tokens bigint not null, reasoning_tokens bigint not null, cost_nano bigint,
      at bigint not null, purpose text not null, day text not null)`,
    `insert into usage_next (${columns}, tenant, day)
      select ${columns}, (select tenant from places where places.id = usage.place), ''
      from usage order by "order"`,
    `drop table usage`,
    `alter table usage_next rename to usage`,
    `create index usage_turn on usage (turn)`,
    `create index usage_at on usage (at)`,
    `create index usage_day on usage (tenant, day)`,
    `create table usage_days (
      day text not null, tenant text not null, person text not null, place text not null,
      agent text not null, model text not null, purpose text not null, calls bigint not null,
      unpriced bigint not null, input_tokens bigint not null, cached_tokens bigint not null,
      cache_write_tokens bigint not null, output_tokens bigint not null,
      reasoning_tokens bigint not null, cost_nano bigint not null,
      primary key (tenant, day, person, place, agent, model, purpose))`,
    `create table model_prices (
      model text not null, since bigint not null, rates text, primary key (model, since))`,
    `alter table steps add column sizes text`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await nameDays(db);
  await sql`
    insert into usage_days
    select u.day, u.tenant, coalesce(i.author, ''), u.place, t.agent, u.model, u.purpose, count(*),
      sum(case when u.cost_nano is null then 1 else 0 end), sum(u.input_tokens),
      sum(u.cached_tokens), sum(u.cache_write_tokens), sum(u.output_tokens),
      sum(u.reasoning_tokens), sum(coalesce(u.cost_nano, 0))
    from usage u join turns t on t.id = u.turn left join inbox i on i.id = t.opened_by
    group by u.day, u.tenant, coalesce(i.author, ''), u.place, t.agent, u.model, u.purpose`.execute(
    db,
  );
}

async function nameDays(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ n: number | bigint }>`
    select distinct at / ${sql.lit(DAY_MS)} as n from usage`.execute(db);
  for (const { n } of rows) {
    const from = Number(n) * DAY_MS;
    await sql`
      update usage set day = ${utcDay(from)}
      where at >= ${from} and at < ${from + DAY_MS}`.execute(db);
  }
}

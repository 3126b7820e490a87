import { type Kysely, sql } from "kysely";
import type { SessionId, TurnId } from "../../../kernel/ids.ts";
import type { UsageEntry, UsageStore } from "../../billing/usage.ts";
import { addUnasked, addUsage } from "./add-usage.ts";
import { isOfDays } from "./is-of-days.ts";
import { listUsage } from "./list-usage.ts";
import { prepareStatement } from "../prepare-statement.ts";
import { summarizeUsage } from "./summarize-usage.ts";
import type { Tables } from "../tables.ts";
import { firstDay } from "../utc-day.ts";

interface Sums {
  readonly read: number | string | null;
  readonly written: number | string | null;
  readonly cost: number | bigint | string | null;
}

export function createUsage(db: Kysely<Tables>): UsageStore {
  return {
    add: (entry) => addUsage(db, entry),
    addUnasked: (entry) => addUnasked(db, entry),
    summary: (query, by) => summarizeUsage(db, query, by),
    list: (query, page) => listUsage(db, query, page),

    async notePrice({ model, since, rates }) {
      const last = await db
        .selectFrom("model_prices")
        .select("rates")
        .where("model", "=", model)
        .orderBy("since", "desc")
        .executeTakeFirst();
      if (last?.rates === rates) return;
      await db
        .insertInto("model_prices")
        .values({ model, since, rates })
        .onConflict((conflict) => conflict.columns(["model", "since"]).doUpdateSet({ rates }))
        .execute();
    },

    prices: () =>
      db
        .selectFrom("model_prices")
        .select(["model", "since", "rates"])
        .orderBy("model")
        .orderBy("since", "desc")
        .execute(),

    async ofTurn(turn) {
      const rows = await OF_TURN.all(db, { turn });
      return rows.flatMap(({ step, chat, costNano, ...row }): UsageEntry[] => {
        if (step === null || chat === null) return [];
        return [
          { ...row, turn, step, chat, costNano: costNano === null ? null : BigInt(costNano) },
        ];
      });
    },

    async sizeOf(session) {
      const last = await NEWEST_OF.first(db, { session });
      return last && last.read + last.written;
    },

    async spentBy(agent, since) {
      const spent = await db
        .selectFrom("usage")
        .innerJoin("turns", "turns.id", "usage.turn")
        .select(({ fn }) => [
          fn.sum("usage.input_tokens").as("read"),
          fn.sum("usage.output_tokens").as("written"),
          fn.sum("usage.cost_nano").as("cost"),
        ])
        .where(isOfDays(sql`"usage"."order"`, { from: firstDay(since) }))
        .where("usage.at", ">=", since)
        .where("turns.agent", "=", agent)
        .where("usage.purpose", "in", ["think", "compact", "recap", "delegate", "sample"])
        .executeTakeFirst();
      return {
        tokens: Number(spent?.read ?? 0) + Number(spent?.written ?? 0),
        costNano: BigInt(spent?.cost ?? 0),
      };
    },

    async spentFor({ tenant, person }, since) {
      const ofPerson = sql`
        left join turns t on t.id = u.turn
        join inbox i on i.id = coalesce(t.opened_by, u.message) and i.author = ${person}`;
      const { rows } =
        await sql<Sums>`select sum(u.input_tokens) as read, sum(u.output_tokens) as written,
          sum(u.cost_nano) as cost
        from usage u ${person === undefined ? sql`` : ofPerson}
        where ${isOfDays(sql`u."order"`, { from: firstDay(since) })} and u.tenant = ${tenant} and u.at >= ${since}`.execute(
          db,
        );
      const [spent] = rows;
      return {
        tokens: Number(spent?.read ?? 0) + Number(spent?.written ?? 0),
        costNano: BigInt(spent?.cost ?? 0),
      };
    },

    async tokensFor(purpose, since) {
      const spent = await db
        .selectFrom("usage")
        .select(({ fn }) => [
          fn.sum("input_tokens").as("read"),
          fn.sum("output_tokens").as("written"),
        ])
        .where(isOfDays(sql`"order"`, { from: firstDay(since) }))
        .where("at", ">=", since)
        .where("purpose", "=", purpose)
        .executeTakeFirst();
      return Number(spent?.read ?? 0) + Number(spent?.written ?? 0);
    },
  };
}

const OF_TURN = prepareStatement((db, { turn }: { turn: TurnId }) =>
  db
    .selectFrom("usage")
    .select([
      "step",
      "chat",
      "model",
      "purpose",
      "input_tokens as inputTokens",
      "cached_tokens as cachedTokens",
      "cache_write_tokens as cacheWriteTokens",
      "output_tokens as outputTokens",
      "reasoning_tokens as reasoningTokens",
      "cost_nano as costNano",
      "at",
    ])
    .where("turn", "=", turn)
    .orderBy("order"),
);

const NEWEST_OF = prepareStatement((db, { session }: { session: SessionId }) =>
  db
    .selectFrom("usage")
    .innerJoin("turns", "turns.id", "usage.turn")
    .select(["usage.input_tokens as read", "usage.output_tokens as written"])
    .where("turns.session", "=", session)
    .where("usage.purpose", "=", "think")
    .orderBy("turns.order", "desc")
    .orderBy("usage.order", "desc")
    .limit(1),
);

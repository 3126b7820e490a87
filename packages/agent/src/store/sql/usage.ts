import type { Kysely } from "kysely";
import type { UsageEntry, UsageStore } from "../usage.ts";
import type { Tables } from "./tables.ts";

export function createUsage(db: Kysely<Tables>): UsageStore {
  return {
    async add(entry) {
      await db
        .insertInto("usage")
        .values({
          turn: entry.turn,
          step: entry.step,
          place: entry.place,
          model: entry.model,
          purpose: entry.purpose,
          input_tokens: entry.inputTokens,
          cached_tokens: entry.cachedTokens,
          cache_write_tokens: entry.cacheWriteTokens,
          output_tokens: entry.outputTokens,
          reasoning_tokens: entry.reasoningTokens,
          cost_nano: entry.costNano,
          at: entry.at,
        })
        .execute();
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("usage")
        .select([
          "turn",
          "step",
          "place",
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
        .orderBy("order")
        .execute();
      return rows.map((row): UsageEntry => ({
        ...row,
        costNano: row.costNano === null ? null : BigInt(row.costNano),
      }));
    },

    async sizeOf(session) {
      const last = await db
        .selectFrom("usage")
        .innerJoin("turns", "turns.id", "usage.turn")
        .select(["usage.input_tokens as read", "usage.output_tokens as written"])
        .where("turns.session", "=", session)
        .where("usage.purpose", "=", "think")
        .orderBy("turns.order", "desc")
        .orderBy("usage.order", "desc")
        .limit(1)
        .executeTakeFirst();
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
        .where("usage.at", ">=", since)
        .where("turns.agent", "=", agent)
        .where("usage.purpose", "in", ["think", "compact", "recap"])
        .executeTakeFirst();
      return {
        tokens: Number(spent?.read ?? 0) + Number(spent?.written ?? 0),
        costNano: BigInt(spent?.cost ?? 0),
      };
    },

    async spentFor({ tenant, person }, since) {
      const ofTenant = db
        .selectFrom("usage")
        .innerJoin("places", "places.id", "usage.place")
        .innerJoin("turns", "turns.id", "usage.turn")
        .innerJoin("inbox", "inbox.id", "turns.opened_by")
        .where("usage.at", ">=", since)
        .where("places.tenant", "=", tenant);
      const own = person === undefined ? ofTenant : ofTenant.where("inbox.author", "=", person);
      const spent = await own
        .select(({ fn }) => [
          fn.sum("usage.input_tokens").as("read"),
          fn.sum("usage.output_tokens").as("written"),
          fn.sum("usage.cost_nano").as("cost"),
        ])
        .executeTakeFirst();
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
        .where("at", ">=", since)
        .where("purpose", "=", purpose)
        .executeTakeFirst();
      return Number(spent?.read ?? 0) + Number(spent?.written ?? 0);
    },
  };
}

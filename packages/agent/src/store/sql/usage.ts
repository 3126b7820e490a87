import type { Kysely } from "kysely";
import type { UsageStore } from "../usage.ts";
import type { Tables } from "./tables.ts";

export function createUsage(db: Kysely<Tables>): UsageStore {
  return {
    async add({ inputTokens, cachedTokens, outputTokens, ...entry }) {
      await db
        .insertInto("usage")
        .values({
          ...entry,
          input_tokens: inputTokens,
          cached_tokens: cachedTokens,
          output_tokens: outputTokens,
        })
        .execute();
    },

    ofTurn: (turn) =>
      db
        .selectFrom("usage")
        .select([
          "turn",
          "step",
          "place",
          "model",
          "input_tokens as inputTokens",
          "cached_tokens as cachedTokens",
          "output_tokens as outputTokens",
          "at",
        ])
        .where("turn", "=", turn)
        .orderBy("order")
        .execute(),
  };
}

import { type Kysely, sql } from "kysely";
import type { UsageQuery, UsageRow } from "../../billing/usage.ts";
import type { Tables } from "../tables.ts";
import { isOfDays } from "./is-of-days.ts";

/** Requests with what they may be charged to; what they called is read for the page at once. */
export async function listUsage(
  db: Kysely<Tables>,
  { tenant, person, from, to }: UsageQuery,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly UsageRow[]> {
  const all = db
    .selectFrom("usage")
    .leftJoin("turns", "turns.id", "usage.turn")
    .leftJoin("inbox", (join) =>
      join.onRef("inbox.id", "=", (row) => row.fn.coalesce("turns.opened_by", "usage.message")),
    )
    .leftJoin("chats", "chats.id", "usage.chat")
    .select([
      "usage.order",
      "usage.day",
      "usage.turn",
      "usage.step",
      "usage.chat",
      "usage.model",
      "usage.purpose",
      "usage.input_tokens as inputTokens",
      "usage.cached_tokens as cachedTokens",
      "usage.cache_write_tokens as cacheWriteTokens",
      "usage.output_tokens as outputTokens",
      "usage.reasoning_tokens as reasoningTokens",
      "usage.cost_nano as costNano",
      "usage.at",
      "turns.agent",
      "turns.session",
      "inbox.author as person",
      "chats.channel",
      "chats.external_id as externalId",
    ])
    .where("usage.tenant", "=", tenant)
    .where("usage.day", ">=", from)
    .where("usage.day", "<=", to)
    .where(isOfDays(sql`usage."order"`, { from, to, after }))
    .orderBy("usage.order")
    .limit(limit);
  const own = person === undefined ? all : all.where("inbox.author", "=", person);
  const rows = await own.execute();
  const turns = rows.flatMap(({ turn }) => turn ?? []);
  const calls =
    turns.length === 0
      ? []
      : await db
          .selectFrom("calls")
          .select(["turn", "step", "tool"])
          .where("turn", "in", [...new Set(turns)])
          .where("parent", "is", null)
          .orderBy("position")
          .execute();
  return rows.map(({ channel, externalId, costNano, ...row }) => ({
    ...row,
    costNano: costNano === null ? null : BigInt(costNano),
    where: channel === null ? null : `${channel}/${externalId}`,
    tools:
      row.purpose === "think"
        ? calls
            .filter(({ turn, step }) => turn === row.turn && step === row.step)
            .map(({ tool }) => tool)
        : [],
  }));
}

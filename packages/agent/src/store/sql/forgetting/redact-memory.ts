import type { Kysely } from "kysely";
import { toId } from "../../../kernel/ids.ts";
import type { ErasureScope, Redaction } from "../../forgetting.ts";
import type { PassageStore } from "../../search/passages.ts";
import { createEmbeddingCache } from "../search/embedding-cache.ts";
import { removeFacts } from "../search/remove-facts.ts";
import { filtersOf } from "./redact-rows.ts";
import { ofPeople } from "./redactable-tables.ts";
import type { Tables } from "../tables.ts";

interface RedactMemoryDeps {
  readonly redaction: Redaction;
  readonly passages: PassageStore;
}

/**
 * Redacts data derived from messages: facts and history lines that contain a trace are removed whole;
 * passages keep the remaining text. Returns the number of rows.
 */
export async function redactMemory(
  db: Kysely<Tables>,
  reach: ErasureScope,
  deps: RedactMemoryDeps,
): Promise<number> {
  const facts = await redactFacts(db, reach, deps);
  const changes = await redactHistory(db, reach, deps);
  return facts + changes + (await redactPassages(db, reach, deps));
}

async function redactFacts(
  db: Kysely<Tables>,
  { tenant, audiences }: ErasureScope,
  { redaction, passages }: RedactMemoryDeps,
): Promise<number> {
  let rows = 0;
  for (const filter of filtersOf(["text", "subject"], redaction.anchors)) {
    const facts = await db
      .selectFrom("facts")
      .select(["id", "text", "subject"])
      .where("tenant", "=", tenant)
      .where("audience", "in", audiences)
      .where(filter)
      .execute();
    const traces = facts.filter(({ text, subject }) =>
      [text, subject ?? ""].some((one) => redaction.redact(one) !== one),
    );
    rows += await removeFacts(
      db,
      traces.map(({ id }) => toId(id)),
      passages,
    );
  }
  return rows;
}

async function redactHistory(
  db: Kysely<Tables>,
  reach: ErasureScope,
  { redaction }: RedactMemoryDeps,
): Promise<number> {
  let rows = 0;
  for (const filter of filtersOf(["ref", "before", "after"], redaction.anchors)) {
    const changes = await db
      .selectFrom("memory_changes")
      .select(["order", "ref", "before", "after"])
      .where(ofPeople(reach))
      .where(filter)
      .execute();
    for (const { order, ref, before, after } of changes) {
      const isTrace =
        redaction.redact(ref) !== ref ||
        [before, after].some((json) => redaction.redactJson(json) !== json);
      if (!isTrace) continue;
      await db.deleteFrom("memory_changes").where("order", "=", order).execute();
      rows += 1;
    }
  }
  return rows;
}

async function redactPassages(
  db: Kysely<Tables>,
  { tenant, audiences }: ErasureScope,
  { redaction, passages }: RedactMemoryDeps,
): Promise<number> {
  let rows = 0;
  for (const filter of filtersOf(["text"], redaction.anchors)) {
    const found = await db
      .selectFrom("passages")
      .select(["id", "text"])
      .where("scope", "in", (row) =>
        row
          .selectFrom("scopes")
          .select("id")
          .where("tenant", "=", tenant)
          .where("audience", "in", audiences),
      )
      .where(filter)
      .execute();
    const traces = found.filter(({ text }) => redaction.redact(text) !== text);
    for (const { id } of traces) {
      const [passage] = await passages.byIds([id]);
      if (!passage) continue;
      const { text, scope, ref, author, integrity, at } = passage;
      const left = redaction.redact(text);
      await createEmbeddingCache(db).forget([text]);
      if (saysNothing(left)) await passages.remove(scope, ref);
      else await passages.put({ scope, ref, author, integrity, at, text: left });
      rows += 1;
    }
  }
  return rows;
}

/** Checks whether only gaps are left of a text. */
function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text.replaceAll("[forgotten]", ""));
}

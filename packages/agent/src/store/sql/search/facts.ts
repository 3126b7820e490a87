import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { foldText } from "../../../kernel/text/fold-text.ts";
import type { FactId } from "../../../kernel/ids.ts";
import type { Evidence, FactStore, MemoryFact } from "../../search/facts.ts";
import type { PassageStore } from "../../search/passages.ts";
import type { Tables } from "../tables.ts";

const COLUMNS = [
  "facts.id",
  "facts.tenant",
  "facts.audience",
  "facts.chat",
  "facts.session",
  "facts.turn",
  "facts.kind",
  "facts.tier",
  "facts.text",
  "facts.subject",
  "facts.integrity",
  "facts.said as saidAt",
  "facts.valid_from as validFrom",
  "facts.valid_until as validUntil",
  "facts.superseded_by as supersededBy",
  "facts.confirmed_by as confirmedBy",
  "facts.state",
  "facts.created as createdAt",
] as const;

/** A fact is a passage of its audience, too, for as long as it is believed. */
export function createFacts(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
): FactStore {
  const facts = () => db.selectFrom("facts").select(COLUMNS);
  const byId = (id: FactId) => facts().where("facts.id", "=", id).executeTakeFirst();

  const index = async (fact: MemoryFact) => {
    const { tenant, audience, chat, id: ref, state, integrity, saidAt: at, text } = fact;
    const scope = { tenant, audience, chat, source: "fact" } as const;
    if (state !== "active") await passages.remove(scope, ref);
    else await passages.put({ scope, ref, author: null, integrity, at, text });
  };

  const active = () => facts().where("facts.state", "=", "active");

  return {
    async add(fact) {
      await db.insertInto("facts").values(toColumns(fact)).execute();
      await index(fact);
    },

    byId,

    async addEvidence(fact, evidence) {
      if (evidence.length === 0) return;
      await db
        .insertInto("fact_evidence")
        .values(evidence.map((one) => toEvidenceColumns(fact, one)))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    evidenceOf: (fact) =>
      db
        .selectFrom("fact_evidence")
        .select(["chat", "message as messageId", "edit", "author", "said as saidAt"])
        .where("fact", "=", fact)
        .orderBy("said")
        .orderBy("message")
        .execute(),

    async change(id, { text, state, validUntil, supersededBy, confirmedBy }) {
      await db
        .updateTable("facts")
        .set({
          ...(text !== undefined && { text, search: foldText(text) }),
          ...(state !== undefined && { state }),
          ...(validUntil !== undefined && { valid_until: validUntil }),
          ...(supersededBy !== undefined && { superseded_by: supersededBy }),
          ...(confirmedBy !== undefined && { confirmed_by: confirmedBy }),
        })
        .where("id", "=", id)
        .execute();
      const fact = await byId(id);
      if (fact) await index(fact);
    },

    async list({ tenant, audience, words = [], tier, limit }) {
      let found = active().where("facts.tenant", "=", tenant);
      if (audience !== undefined) found = found.where("facts.audience", "=", audience);
      if (tier !== undefined) found = found.where("facts.tier", "=", tier);
      if (words.length > 0) found = found.where((row) => holdsOneOf(row, words));
      return found.orderBy("facts.order", "desc").limit(limit).execute();
    },

    replacedBy: (id) =>
      facts().where("facts.superseded_by", "=", id).orderBy("facts.order").execute(),

    expired: ({ now, restMs, limit }) =>
      active()
        .where("facts.tier", "<>", sql.lit("long-term"))
        .innerJoin("sessions", "sessions.id", "facts.session")
        .where((row) =>
          row.or([
            row("facts.valid_until", "<=", now),
            row.and([row("facts.tier", "=", "session"), row("sessions.ended", "<=", now - restMs)]),
          ]),
        )
        .orderBy("facts.order")
        .limit(limit)
        .execute(),

    async nextEnd() {
      const next = await db
        .selectFrom("facts")
        .select((row) => row.fn.min("valid_until").as("end"))
        .where("state", "=", "active")
        .where("tier", "=", "working")
        .executeTakeFirst();
      return next?.end ?? undefined;
    },

    async newlyKnown() {
      const people = await db
        .selectFrom("facts")
        .innerJoin("people", (on) =>
          on
            .onRef("people.id", "=", sql.ref("facts.audience"))
            .onRef("people.tenant", "=", "facts.tenant"),
        )
        .leftJoin("profiles", (on) =>
          on
            .onRef("profiles.person", "=", "people.id")
            .onRef("profiles.tenant", "=", "people.tenant"),
        )
        .select(["facts.tenant", "facts.audience"])
        .select(({ fn }) => [
          fn.countAll().as("facts"),
          fn.min<number>("facts.created").as("since"),
        ])
        .where("facts.state", "=", "active")
        .where("facts.tier", "=", "long-term")
        .where(sql<boolean>`facts.created > coalesce(profiles.updated, -1)`)
        .groupBy(["facts.tenant", "facts.audience"])
        .execute();
      return people.map((person) => ({ ...person, facts: Number(person.facts) }));
    },
  };
}

function holdsOneOf(row: ExpressionBuilder<Tables, "facts">, words: readonly string[]) {
  return row.or(
    words.map((word) => sql<boolean>`facts.search like ${`%${escapeLike(word)}%`} escape '\\'`),
  );
}

/** `%` and `_` would match anything. */
function escapeLike(word: string): string {
  return word.replaceAll(/[%_\\]/g, "\\$&");
}

function toColumns({
  saidAt,
  validFrom,
  validUntil,
  supersededBy,
  confirmedBy,
  createdAt,
  ...fact
}: MemoryFact) {
  return {
    ...fact,
    search: foldText(fact.text),
    said: saidAt,
    valid_from: validFrom,
    valid_until: validUntil,
    superseded_by: supersededBy,
    confirmed_by: confirmedBy,
    created: createdAt,
  };
}

function toEvidenceColumns(fact: MemoryFact["id"], { messageId, saidAt, ...evidence }: Evidence) {
  return { ...evidence, fact, message: messageId, said: saidAt };
}

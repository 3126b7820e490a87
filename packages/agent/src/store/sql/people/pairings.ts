import type { Kysely, Selectable } from "kysely";
import type { Pairing, PairingStore } from "../../people/pairings.ts";
import type { Tables } from "../tables.ts";

export function createPairings(db: Kysely<Tables>): PairingStore {
  return {
    async ofPerson({ tenant, person }) {
      const row = await db
        .selectFrom("pairings")
        .selectAll()
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      return row && toPairing(row);
    },

    async put({ externalId, createdAt, expiresAt, shownAt, ...pairing }) {
      await db
        .deleteFrom("pairings")
        .where("tenant", "=", pairing.tenant)
        .where("person", "=", pairing.person)
        .execute();
      await db
        .insertInto("pairings")
        .values({
          ...pairing,
          external_id: externalId,
          created: createdAt,
          expires: expiresAt,
          shown: shownAt,
        })
        .execute();
    },

    async show({ tenant, person }, at) {
      await db
        .updateTable("pairings")
        .set({ shown: at })
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },

    async madeSince(tenant, since) {
      const row = await db
        .selectFrom("pairings")
        .select((count) => count.fn.countAll().as("made"))
        .where("tenant", "=", tenant)
        .where("created", ">", since)
        .executeTakeFirstOrThrow();
      return Number(row.made);
    },

    async open(tenant, now) {
      const rows = await db
        .selectFrom("pairings")
        .selectAll()
        .where("tenant", "=", tenant)
        .where("state", "=", "open")
        .where("expires", ">", now)
        .orderBy("created")
        .orderBy("code")
        .execute();
      return rows.map(toPairing);
    },

    async decide({ tenant, code, state, now }) {
      const row = await db
        .updateTable("pairings")
        .set({ state })
        .where("tenant", "=", tenant)
        .where("code", "=", code)
        .where("state", "=", "open")
        .where("expires", ">", now)
        .returningAll()
        .executeTakeFirst();
      return row && toPairing(row);
    },

    async remove(tenant, person) {
      await db
        .deleteFrom("pairings")
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },
  };
}

function toPairing({
  external_id: externalId,
  created: createdAt,
  expires: expiresAt,
  shown: shownAt,
  ...pairing
}: Selectable<Tables["pairings"]>): Pairing {
  return { ...pairing, externalId, createdAt, expiresAt, shownAt };
}

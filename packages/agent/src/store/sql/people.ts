import type { Kysely } from "kysely";
import { foldText } from "../../kernel/fold-text.ts";
import type { PeopleStore } from "../people.ts";
import type { Tables } from "./tables.ts";

export function createPeople(db: Kysely<Tables>): PeopleStore {
  const people = () => db.selectFrom("people").select(["id", "tenant", "role", "name"]);

  return {
    byIdentity: ({ tenant, surface, externalId }) =>
      db
        .selectFrom("identities")
        .innerJoin("people", "people.id", "identities.person")
        .select(["people.id", "people.tenant", "people.role", "people.name"])
        .where("identities.tenant", "=", tenant)
        .where("identities.surface", "=", surface)
        .where("identities.external_id", "=", externalId)
        .executeTakeFirst(),

    byId: (id) => people().where("id", "=", id).executeTakeFirst(),

    identityOn: (id, surface) =>
      db
        .selectFrom("identities")
        .select(["tenant", "surface", "external_id as externalId"])
        .where("person", "=", id)
        .where("surface", "=", surface)
        .orderBy("external_id")
        .executeTakeFirst(),

    async named(tenant, text) {
      const known = await people().where("tenant", "=", tenant).execute();
      const wanted = foldText(text);
      return known.filter(({ id, name }) => id === text || foldText(name) === wanted);
    },

    async add({ id, tenant, role, name }, identity) {
      await db.insertInto("people").values({ id, tenant, role, name }).execute();
      await db
        .insertInto("identities")
        .values({
          tenant: identity.tenant,
          surface: identity.surface,
          external_id: identity.externalId,
          person: id,
        })
        .execute();
    },

    async meet(known, { name, role }) {
      const { numUpdatedRows } = await db
        .updateTable("people")
        .set({ name, role })
        .where("id", "=", known.id)
        .where("settled", "=", 0)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1 ? { ...known, name, role } : known;
    },

    async settleRole(id, role) {
      await db.updateTable("people").set({ role, settled: 1 }).where("id", "=", id).execute();
    },

    async list(tenant) {
      const known = await people().where("tenant", "=", tenant).orderBy("id").execute();
      const identities = await db
        .selectFrom("identities")
        .select(["person", "surface", "external_id as externalId"])
        .where("tenant", "=", tenant)
        .orderBy("surface")
        .orderBy("external_id")
        .execute();
      return known.map((person) => ({
        ...person,
        identities: identities
          .filter((identity) => identity.person === person.id)
          .map(({ surface, externalId }) => ({ surface, externalId })),
      }));
    },

    async update(id, { name, role }) {
      await db.updateTable("people").set({ name, role }).where("id", "=", id).execute();
    },
  };
}

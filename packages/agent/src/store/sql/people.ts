import type { Kysely } from "kysely";
import { foldText } from "../../kernel/fold-text.ts";
import type { PeopleStore } from "../people.ts";
import type { Tables } from "./tables.ts";

export function createPeople(db: Kysely<Tables>): PeopleStore {
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

    byId: (id) => db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst(),

    async named(tenant, text) {
      const people = await db
        .selectFrom("people")
        .selectAll()
        .where("tenant", "=", tenant)
        .execute();
      const wanted = foldText(text);
      return people.filter(({ id, name }) => id === text || foldText(name) === wanted);
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

    async update(id, { name, role }) {
      await db.updateTable("people").set({ name, role }).where("id", "=", id).execute();
    },
  };
}

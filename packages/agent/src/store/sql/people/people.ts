import type { Kysely } from "kysely";
import { foldText } from "../../../kernel/text/fold-text.ts";
import type { PersonId } from "../../../kernel/ids.ts";
import type { Identity, PeopleStore } from "../../people/people.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";
import type { AccessOptions } from "./tokens.ts";

export function createPeople(db: Kysely<Tables>, { onAccess }: AccessOptions): PeopleStore {
  const people = () => peopleIn(db);

  return {
    byIdentity: ({ tenant, channel, externalId }) =>
      BY_IDENTITY.first(db, { tenant, channel, externalId }),

    byId: (id) => BY_ID.first(db, { id }),

    identityOn: (id, channel) =>
      db
        .selectFrom("identities")
        .select(["tenant", "channel", "external_id as externalId"])
        .where("person", "=", id)
        .where("channel", "=", channel)
        .orderBy("external_id")
        .executeTakeFirst(),

    identitiesOf: (id) =>
      db
        .selectFrom("identities")
        .select(["tenant", "channel", "external_id as externalId"])
        .where("person", "=", id)
        .orderBy("channel")
        .orderBy("external_id")
        .execute(),

    ofRole: (tenant, role) =>
      people().where("tenant", "=", tenant).where("role", "=", role).orderBy("id").execute(),

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
          channel: identity.channel,
          external_id: identity.externalId,
          person: id,
        })
        .execute();
    },

    async updateFromChannel(known, { name, role }) {
      const { numUpdatedRows } = await db
        .updateTable("people")
        .set({ name, role })
        .where("id", "=", known.id)
        .where("settled", "=", 0)
        .executeTakeFirst();
      if (role !== known.role) onAccess?.();
      return Number(numUpdatedRows) === 1 ? { ...known, name, role } : known;
    },

    async settleRole(id, role) {
      await db.updateTable("people").set({ role, settled: 1 }).where("id", "=", id).execute();
      onAccess?.();
    },

    async leaveRole(id, role) {
      await db.updateTable("people").set({ role, settled: 0 }).where("id", "=", id).execute();
      onAccess?.();
    },

    async list(tenant) {
      const known = await people().where("tenant", "=", tenant).orderBy("id").execute();
      const identities = await db
        .selectFrom("identities")
        .select(["person", "channel", "external_id as externalId"])
        .where("tenant", "=", tenant)
        .orderBy("channel")
        .orderBy("external_id")
        .execute();
      return known.map((person) => ({
        ...person,
        identities: identities
          .filter((identity) => identity.person === person.id)
          .map(({ channel, externalId }) => ({ channel, externalId })),
      }));
    },

    async update(id, { name, role }) {
      await db.updateTable("people").set({ name, role }).where("id", "=", id).execute();
      onAccess?.();
    },
  };
}

function peopleIn(db: Kysely<Tables>) {
  return db.selectFrom("people").select(["id", "tenant", "role", "name"]);
}

const BY_ID = prepareStatement(
  (db, { id }: { id: PersonId }) => peopleIn(db).where("id", "=", id),
  ["people"],
);

const BY_IDENTITY = prepareStatement(
  (db, { tenant, channel, externalId }: Identity) =>
    db
      .selectFrom("identities")
      .innerJoin("people", "people.id", "identities.person")
      .select(["people.id", "people.tenant", "people.role", "people.name"])
      .where("identities.tenant", "=", tenant)
      .where("identities.channel", "=", channel)
      .where("identities.external_id", "=", externalId),
  ["identities", "people"],
);

import type { Kysely } from "kysely";
import type { PersonId } from "../../../kernel/ids.ts";
import type { AccountLinkStore } from "../../people/account-links.ts";
import type { PassageStore } from "../../search/passages.ts";
import { mergePeople, readMoved, splitPeople } from "./merge-people.ts";
import type { Tables } from "../tables.ts";
import type { AccessOptions } from "./tokens.ts";

export interface AccountLinksOptions extends AccessOptions {
  readonly passages: PassageStore;
}

export function createAccountLinks(
  db: Kysely<Tables>,
  { passages, onAccess }: AccountLinksOptions,
): AccountLinkStore {
  return {
    async addCode({ createdAt, expiresAt, ...code }) {
      await voidCodes(db, { tenant: code.tenant, people: [code.person], at: createdAt });
      await db
        .insertInto("link_codes")
        .values({ ...code, created: createdAt, expires: expiresAt })
        .execute();
    },

    async takeCode(tenant, digest, now) {
      const taken = await db
        .updateTable("link_codes")
        .set({ used: now })
        .where("digest", "=", digest)
        .where("tenant", "=", tenant)
        .where("used", "is", null)
        .where("expires", ">", now)
        .returning("person")
        .executeTakeFirst();
      return taken?.person;
    },

    async addAttempt({ since, ...attempt }) {
      await db.deleteFrom("link_attempts").where("at", "<=", since).execute();
      await db.insertInto("link_attempts").values(attempt).execute();
      const attempts = await db
        .selectFrom("link_attempts")
        .select("person")
        .where("tenant", "=", attempt.tenant)
        .where("at", ">", since)
        .execute();
      const own = attempts.filter(({ person }) => person === attempt.person).length;
      return { own, all: attempts.length };
    },

    async join({ id, tenant, person, joined, at }) {
      const moved = await mergePeople(db, { tenant, from: joined, to: person }, passages);
      await shutOut(db, { tenant, person: joined, at });
      await voidCodes(db, { tenant, people: [joined], at });
      onAccess?.();
      await db
        .insertInto("links")
        .values({ id, tenant, person, joined, at, moved: JSON.stringify(moved) })
        .execute();
    },

    async undo(tenant, id, at) {
      const link = await db
        .updateTable("links")
        .set({ undone: at })
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("undone", "is", null)
        .returning(["person", "joined", "moved"])
        .executeTakeFirst();
      if (!link) return false;
      const { person: from, joined: to } = link;
      const moved = readMoved(link.moved);
      await splitPeople(db, { tenant, from, to, moved }, passages);
      await voidCodes(db, { tenant, people: [from, to], at });
      return true;
    },

    list: (tenant) =>
      db
        .selectFrom("links")
        .select(["id", "tenant", "person", "joined", "at", "undone as undoneAt"])
        .where("tenant", "=", tenant)
        .orderBy("order", "desc")
        .execute(),
  };
}

/** Revokes all access of a person who was merged into another. */
async function shutOut(
  db: Kysely<Tables>,
  {
    tenant,
    person,
    at,
  }: { readonly tenant: string; readonly person: PersonId; readonly at: number },
): Promise<void> {
  await db
    .updateTable("tokens")
    .set({ revoked: at })
    .where("tenant", "=", tenant)
    .where("person", "=", person)
    .where("revoked", "is", null)
    .execute();
  for (const table of ["web_sessions", "web_links"] as const)
    await db.deleteFrom(table).where("tenant", "=", tenant).where("person", "=", person).execute();
}

/** Voids earlier codes: they no longer link anyone with these people. */
async function voidCodes(
  db: Kysely<Tables>,
  {
    tenant,
    people,
    at,
  }: { readonly tenant: string; readonly people: readonly PersonId[]; readonly at: number },
): Promise<void> {
  await db
    .updateTable("link_codes")
    .set({ used: at })
    .where("tenant", "=", tenant)
    .where("person", "in", people)
    .where("used", "is", null)
    .execute();
}

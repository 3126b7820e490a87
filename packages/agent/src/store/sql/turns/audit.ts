import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditHead, AuditRow, AuditStore } from "../../turns/audit.ts";
import { prepareStatement } from "../prepare-statement.ts";
import { findChanges } from "../table-changes.ts";
import type { Tables } from "../tables.ts";

export function createAudit(db: Kysely<Tables>): AuditStore {
  const rows = (tenant: string) => db.selectFrom("audit").selectAll().where("tenant", "=", tenant);
  const written = writtenIn(db);

  return {
    async takeHead(tenant, count) {
      const n = (await TAKE_HEAD.one(db, { tenant, count })).n - count;
      const known = written?.get(tenant);
      if (known?.n === n) return known;
      // Read after the lock on the head, so that rows of other transactions are seen.
      const last = await HASH_OF.first(db, { tenant, n });
      return { n, hash: last?.hash ?? "" };
    },

    async add(tenant, added) {
      for (const row of added) await ADD.run(db, toColumns(tenant, row));
      const last = added.at(-1);
      if (last) written?.set(tenant, { n: last.n, hash: last.hash });
    },

    async lastOf(tenant) {
      const head = await db
        .selectFrom("audit_heads")
        .select("n")
        .where("tenant", "=", tenant)
        .executeTakeFirst();
      return head?.n ?? 0;
    },

    async list(tenant, { tool, person, since, before, limit }) {
      let query = rows(tenant);
      if (tool !== undefined) query = query.where("tool", "=", tool);
      if (person !== undefined) query = query.where("person", "=", person);
      if (since !== undefined) query = query.where("at", ">=", since);
      if (before !== undefined) query = query.where("n", "<", before);
      const found = await query.orderBy("n", "desc").limit(limit).execute();
      return found.map(toRow);
    },

    async page(tenant, { after, limit }) {
      const found = await rows(tenant).where("n", ">", after).orderBy("n").limit(limit).execute();
      return found.map(toRow);
    },
  };
}

const writtenBy = new WeakMap<object, Map<string, AuditHead>>();

/**
 * Returns the row that was written last in each chain, where only this process writes. A row whose transaction
 * was undone has a number that no head has, until it is written again.
 */
function writtenIn(db: Kysely<Tables>): Map<string, AuditHead> | undefined {
  const { adapter } = db.getExecutor();
  if (!findChanges(adapter)) return undefined;
  const written = writtenBy.get(adapter) ?? new Map<string, AuditHead>();
  writtenBy.set(adapter, written);
  return written;
}

/** Takes the arguments out of the records of calls, with the salt by which they could be guessed. */
export async function forgetArgs(
  db: Kysely<Tables>,
  calls: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  await sql`
    update audit set args = null, args_salt = null
    where args is not null and ${calls}`.execute(db);
}

/** Takes everything about a person out of the records, but that there was a call. */
export async function forgetPerson(
  db: Kysely<Tables>,
  { tenant, person }: { readonly tenant: string; readonly person: string },
): Promise<void> {
  await sql`
    update audit set person = null, facts = null, facts_salt = null, args = null, args_salt = null
    where tenant = ${tenant} and person = ${person}`.execute(db);
}

type Columns = Selectable<Tables["audit"]>;

const TAKE_HEAD = prepareStatement((db, { tenant, count }: { tenant: string; count: number }) =>
  db
    .insertInto("audit_heads")
    .values({ tenant, n: count })
    .onConflict((conflict) =>
      conflict.column("tenant").doUpdateSet({ n: sql`audit_heads.n + ${count}` }),
    )
    .returning("n"),
);

const HASH_OF = prepareStatement((db, { tenant, n }: { tenant: string; n: number }) =>
  db.selectFrom("audit").select("hash").where("tenant", "=", tenant).where("n", "=", n),
);

const ADD = prepareStatement((db, row: Columns) => db.insertInto("audit").values(row));

function toColumns(tenant: string, row: AuditRow): Columns {
  const { n, call, turn, chat, person, tool, at, facts, args, hash } = row;
  return {
    tenant,
    n,
    call,
    turn,
    chat,
    person,
    tool,
    at,
    facts,
    facts_salt: row.factsSalt,
    facts_digest: row.factsDigest,
    args,
    args_salt: row.argsSalt,
    args_digest: row.argsDigest,
    hash,
  };
}

function toRow(columns: Columns): AuditRow {
  const { n, call, turn, chat, person, tool, at, facts, args, hash } = columns;
  return {
    n,
    call,
    turn,
    chat,
    person,
    tool,
    at,
    facts,
    factsSalt: columns.facts_salt,
    factsDigest: columns.facts_digest,
    args,
    argsSalt: columns.args_salt,
    argsDigest: columns.args_digest,
    hash,
  };
}

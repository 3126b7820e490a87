import { Kysely } from "kysely";
import type { Tables } from "../../sql/tables.ts";
import { migrateDatabaseTo } from "../../testing/earlier/migrate-to.ts";
import { createConnection } from "../connection.ts";
import { sqliteDialect } from "../dialect.ts";
import { openDatabase } from "../open-database.ts";
import { SCHEMA } from "../open.ts";

/** Brings a database file to the schema of an earlier version; creates the file where it is missing. */
export async function migrateTo(file: string, schema: string): Promise<void> {
  const connection = createConnection(openDatabase(file));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  await migrateDatabaseTo(db, SCHEMA, schema).finally(() => connection.close());
}

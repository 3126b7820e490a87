import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../sql/migrations.ts";
import type { Tables } from "../../sql/tables.ts";
import { createConnection } from "../connection.ts";
import { sqliteDialect } from "../dialect.ts";
import { openDatabase } from "../open-database.ts";
import { SCHEMA } from "../open.ts";

/** Brings a database file to the schema of an earlier version; creates the file where it is missing. */
export async function migrateTo(file: string, name: string): Promise<void> {
  const connection = createConnection(openDatabase(file, { synchronous: "normal" }));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  const known = Object.entries(migrations(SCHEMA)).filter(([one]) => one <= name);
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  connection.close();
  if (error) throw error;
}

import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { type Engine, migrations } from "../../sql/migrations.ts";
import type { Tables } from "../../sql/tables.ts";

/** Brings a database to the schema of an earlier version. */
export async function migrateDatabaseTo(
  db: Kysely<Tables>,
  engine: Engine,
  schema: string,
): Promise<void> {
  const known = Object.entries(migrations(engine)).filter(([name]) => name <= schema);
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Json, PluginDatabase, PluginStorage, SqlValue } from "./plugin.ts";

const OWN_TABLES = `
  create table if not exists reeve_storage (
    key text primary key, value text not null, expires integer
  ) strict, without rowid;
  create table if not exists reeve_migrations (number integer primary key) strict;
  create table if not exists reeve_once (key text primary key) strict, without rowid`;

/** Opens the plugin's database, runs its new migrations, and returns its services for data. */
export function openData(
  file: string,
  { migrations, now }: { readonly migrations: readonly string[]; readonly now: () => number },
): { readonly db: PluginDatabase; readonly storage: PluginStorage } {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma busy_timeout = 5000");
  database.exec(OWN_TABLES);
  database.setAuthorizer((action) =>
    action === constants.SQLITE_ATTACH || action === constants.SQLITE_DETACH
      ? constants.SQLITE_DENY
      : constants.SQLITE_OK,
  );
  const db = createDatabase(database);
  const [last] = db.all("select coalesce(max(number), 0) as number from reeve_migrations");
  for (const [index, sql] of migrations.entries()) {
    if (index < Number(last?.["number"])) continue;
    db.transaction(() => {
      database.exec(sql);
      db.run("insert into reeve_migrations (number) values (?)", index + 1);
    });
  }
  return Object.freeze({ db, storage: createStorage(db, now) });
}

function createDatabase(database: DatabaseSync): PluginDatabase {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  const run = (sql: string, ...values: readonly SqlValue[]) =>
    Number(prepare(sql).run(...toInput(values)).changes);
  const transaction = <Result>(work: () => Result): Result => {
    if (database.isTransaction) return work();
    database.exec("begin immediate");
    try {
      const result = work();
      database.exec("commit");
      return result;
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  };
  return Object.freeze({
    run,
    transaction,
    once: (key: string, work: () => void) =>
      transaction(() => {
        const isNew = run("insert or ignore into reeve_once (key) values (?)", key) > 0;
        if (isNew) work();
        return isNew;
      }),
    all: (sql: string, ...values: readonly SqlValue[]) =>
      prepare(sql)
        .all(...toInput(values))
        .map((row) => ({ ...row })),
  });
}

function toInput(values: readonly SqlValue[]): SQLInputValue[] {
  return [...values];
}

function createStorage(db: PluginDatabase, now: () => number): PluginStorage {
  const FRESH = "(expires is null or expires > ?)";
  return Object.freeze({
    get(key: string): Json | undefined {
      const [row] = db.all(
        `select value from reeve_storage where key = ? and ${FRESH}`,
        key,
        now(),
      );
      return row === undefined ? undefined : JSON.parse(String(row["value"]));
    },
    set(key: string, value: Json, { ttlSeconds }: { readonly ttlSeconds?: number } = {}) {
      const at = now();
      const expires = ttlSeconds === undefined ? null : at + Math.round(ttlSeconds * 1000);
      db.transaction(() => {
        db.run("delete from reeve_storage where expires <= ?", at);
        db.run(
          "insert or replace into reeve_storage (key, value, expires) values (?, ?, ?)",
          key,
          JSON.stringify(value),
          expires,
        );
      });
    },
    delete: (key: string) => void db.run("delete from reeve_storage where key = ?", key),
    keys: (prefix = "") =>
      db
        .all(
          `select key from reeve_storage where substr(key, 1, length(?)) = ? and ${FRESH} order by key`,
          prefix,
          prefix,
          now(),
        )
        .map(({ key }) => String(key)),
  });
}

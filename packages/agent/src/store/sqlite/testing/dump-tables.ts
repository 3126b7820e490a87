import { DatabaseSync } from "node:sqlite";

/** Every row of every table of a database file, in the order in which they were inserted. */
export type Dump = Readonly<Record<string, readonly unknown[]>>;

/** Reads what is committed; the file may be in use. */
export function dumpTables(file: string): Dump {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(
    tables.map((table) => [
      table,
      database.prepare(`select * from "${table}" order by rowid`).all(),
    ]),
  );
}

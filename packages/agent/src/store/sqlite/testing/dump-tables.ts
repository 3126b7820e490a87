import { DatabaseSync } from "node:sqlite";

/** Every row of every table of a database file but what a virtual table keeps, in the order in which they were inserted. */
export type Dump = Readonly<Record<string, readonly unknown[]>>;

/** Reads what is committed; the file may be in use. */
export function dumpTables(file: string): Dump {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
    )
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(
    tables.map((table) => [table, database.prepare(`select * from "${table}"`).all()]),
  );
}

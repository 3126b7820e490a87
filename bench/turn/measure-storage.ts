import { statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { openSqlite } from "../../packages/agent/src/store/sqlite/open.ts";
import { openBench } from "./open-bench.ts";

const WARM_UP = 100;
const TURNS = 300;
const CHATS = 10;
/** Turns between two checkpoints of the log, which SQLite makes by itself after a thousand pages. */
const WATCHED = 4;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Measures what a turn asks of the database: statements, pages in the write-ahead log, and growth of the file. */
export async function measureStorage(home: string): Promise<Readonly<Record<string, number>>> {
  const file = path.join(home, "reeve.db");
  await using store = await openSqlite(file, { synchronous: "normal" });
  await using bench = openBench({ store, channel: "scripted" });
  let asked = 0;
  const ask = () => {
    asked += 1;
    return bench.turn(`place-${asked % CHATS}`, `What is a reeve? Look it up, please (${asked}).`);
  };
  for (let at = 0; at < WARM_UP; at++) await ask();

  using other = new DatabaseSync(file);
  const pageBytes = numberOf(other, "page_size");
  const fileBytes = () => {
    other.exec("pragma wal_checkpoint(truncate)");
    return pageBytes * (numberOf(other, "page_count") - numberOf(other, "freelist_count"));
  };
  const bytesBefore = fileBytes();
  using counter = countStatements();
  let pages = 0;
  for (let at = 0; at < TURNS; at += WATCHED) {
    other.exec("pragma wal_checkpoint(truncate)");
    for (let watched = 0; watched < WATCHED; watched++) await ask();
    pages += (statSync(`${file}-wal`).size - WAL_HEADER) / (pageBytes + FRAME_HEADER);
  }
  return {
    statements_per_turn: counter.statements / TURNS,
    wal_pages_per_turn: pages / TURNS,
    db_bytes_per_turn: (fileBytes() - bytesBefore) / TURNS,
  };
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);
}

/** Counts the statements that all connections of this thread run, until it is disposed of. */
function countStatements(): Disposable & { readonly statements: number } {
  const { prototype } = StatementSync;
  const methods = Object.getOwnPropertyDescriptors(prototype);
  let statements = 0;
  const counted = ({ value }: PropertyDescriptor) => ({
    ...methods.run,
    value: function count(this: unknown, ...values: readonly unknown[]): unknown {
      statements += 1;
      return Reflect.apply(value, this, values);
    },
  });
  const { run, all } = methods;
  Object.defineProperties(prototype, { run: counted(run), all: counted(all) });
  return {
    get statements() {
      return statements;
    },
    [Symbol.dispose]: () => void Object.defineProperties(prototype, { run, all }),
  };
}

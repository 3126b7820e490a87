import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createConnection } from "./connection.ts";
import { openDatabase } from "./open-database.ts";
import { scrubFile } from "./scrub-file.ts";

async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-scrub-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Rows that come in no order: their pages are divided again and again, and keep what left them. */
function fill(database: DatabaseSync) {
  database.exec("create table said (id text primary key, n integer, text text) without rowid");
  const insert = database.prepare("insert into said values (?, ?, ?)");
  database.exec("begin");
  for (let at = 0; at < 8000; at++) {
    const id = String((at * 7919) % 20_011).padStart(6, "0");
    insert.run(id, at, `word-${at}-${"x".repeat(at % 90)}`);
  }
  database.exec("commit");
}

test("what was removed is in neither the database nor its log, also where a page was divided", async () => {
  await using place = await openFolder();
  const file = path.join(place.folder, "reeve.db");
  using database = openDatabase(file);
  const connection = createConnection(database);
  fill(database);
  database.exec("delete from said where n % 10 = 9");
  const gone = Array.from({ length: 800 }, (_, at) => `word-${(at + 1) * 10 - 1}-`);
  const traces = async () => {
    const content = await readFile(file);
    return gone.filter((trace) => content.includes(trace));
  };

  expect(await scrubFile(file, connection, { traces: [] })).toBe(true);
  const residue = await traces();
  expect(residue.length).toBeGreaterThan(0);
  expect((await stat(`${file}-wal`)).size).toBe(0);
  expect(await scrubFile(file, connection, { traces: ["never there"] })).toBe(true);
  expect(await traces()).toEqual(residue);
  expect(await scrubFile(file, connection, { traces: residue.slice(0, 1) })).toBe(true);
  expect(await traces()).toEqual([]);
  expect(database.prepare("select count(*) as rows from said").get()).toEqual({ rows: 7200 });
});

test("while somebody reads an older state it says that it is not done", async () => {
  await using place = await openFolder();
  const file = path.join(place.folder, "reeve.db");
  using database = openDatabase(file);
  const connection = createConnection(database);
  fill(database);
  using reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from said").get();
  database.exec("pragma busy_timeout = 10; delete from said where n < 10");

  expect(await scrubFile(file, connection, { traces: "all" })).toBe(false);
  reader.exec("commit");
  expect(await scrubFile(file, connection, { traces: "all" })).toBe(true);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-database-"));
  file = path.join(folder, "reeve.db");
});
afterEach(() => rm(folder, { recursive: true }));

/** SQLite's numbers (https://sqlite.org/pragma.html#pragma_synchronous). */
const FULL = 2;
const NORMAL = 1;

test.each([
  ["full", FULL],
  ["normal", NORMAL],
] as const)("writes a log ahead, synchronous %s, with foreign keys", (synchronous, number) => {
  using database = openDatabase(file, { synchronous });
  const settings = ["journal_mode", "synchronous", "foreign_keys"].map((name) =>
    database.prepare(`pragma ${name}`).get(),
  );
  expect(settings).toEqual([{ journal_mode: "wal" }, { synchronous: number }, { foreign_keys: 1 }]);
});

test("a file that is not a database is refused with a way out, and stays as it is", async () => {
  await writeFile(file, "not a database, but long enough to be taken for one ".repeat(100));
  expect(() => openDatabase(file, { synchronous: "full" })).toThrow(
    expect.objectContaining({
      code: "unavailable",
      message: "The database is damaged (Error: file is not a database).",
      hint: "Restore a backup: reeve restore <file>",
    }),
  );
});

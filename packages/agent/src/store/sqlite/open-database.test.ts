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

/** SQLite's number (https://sqlite.org/pragma.html#pragma_synchronous). */
const NORMAL = 1;

test("writes a log ahead, with foreign keys", () => {
  using database = openDatabase(file);
  const settings = ["journal_mode", "synchronous", "foreign_keys"].map((name) =>
    database.prepare(`pragma ${name}`).get(),
  );
  expect(settings).toEqual([{ journal_mode: "wal" }, { synchronous: NORMAL }, { foreign_keys: 1 }]);
});

test("a file that is not a database is refused with a way out, and stays as it is", async () => {
  await writeFile(file, "not a database, but long enough to be taken for one ".repeat(100));
  expect(() => openDatabase(file)).toThrow(
    expect.objectContaining({
      code: "unavailable",
      message: "The database is damaged (Error: file is not a database).",
      hint: "Restore a backup: reeve restore <file>",
    }),
  );
});

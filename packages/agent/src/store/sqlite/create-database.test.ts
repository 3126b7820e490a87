import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDatabase } from "./create-database.ts";
import { openSqlite } from "./open.ts";

let folder: string;
let file: string;
let template: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-create-"));
  file = path.join(folder, "reeve.db");
  template = path.join(folder, "template.db");
  await (await openSqlite(template, { synchronous: "normal" }))[Symbol.asyncDispose]();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function schemaOf(database: string): readonly unknown[] {
  using opened = new DatabaseSync(database);
  return opened.prepare("select type, name, sql from sqlite_master order by name").all();
}

test("a new database is the template, for its owner alone, and opens as one that was migrated", async () => {
  await createDatabase(file, template);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["reeve.db", "template.db"]);
  await using store = await openSqlite(file, { synchronous: "full" });
  expect(await store.read.people.list("home")).toEqual([]);
  expect(schemaOf(file)).toEqual(schemaOf(template));
});

test("a draft that a crash left behind is replaced", async () => {
  await writeFile(`${file}.new`, "half of");
  await createDatabase(file, template);
  expect(schemaOf(file)).toEqual(schemaOf(template));
});

test("a database that is there stays, and without a template none is created", async () => {
  await writeFile(file, "mine");
  await createDatabase(file, template);
  expect((await stat(file)).size).toBe(4);
  await rm(file);
  await createDatabase(file, path.join(folder, "none.db"));
  expect(await readdir(folder)).toEqual(["template.db"]);
});

import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../sql/migrations.ts";
import { earlierRows } from "../testing/earlier/earlier-rows.ts";
import { expectedOf, readEarlier } from "../testing/earlier/read-earlier.ts";
import { openSqlite, SCHEMA } from "./open.ts";
import { migrateTo } from "./testing/migrate-to.ts";

const schemas = Object.keys(migrations(SCHEMA)).toSorted();

let folder: string;
/** Creates an empty database of each schema from the one before. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-earlier-"));
  for (const schema of schemas) {
    await migrateTo(path.join(folder, "next.db"), schema);
    await mkdir(path.join(folder, schema));
    await copyFile(path.join(folder, "next.db"), path.join(folder, schema, "reeve.db"));
  }
});
afterAll(() => rm(folder, { recursive: true }));

test.each(schemas)("a database of schema %s is read by this version", async (schema) => {
  const file = path.join(folder, schema, "reeve.db");
  const database = new DatabaseSync(file);
  database.exec(await earlierRows(schema, "x'010203'"));
  database.close();

  await using store = await openSqlite(file, { synchronous: "normal" });

  expect(await readEarlier(store)).toEqual(expectedOf(schema));
  expect(await store.findDamage()).toEqual([]);
  const isOld = schema !== schemas.at(-1);
  expect(existsSync(`${file}.before-upgrade-from-${schema}`)).toBe(isOld);
});

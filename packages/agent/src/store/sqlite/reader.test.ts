import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createConnection } from "./connection.ts";
import { openReader } from "./reader.ts";

const COUNT =
  "with recursive c (n) as (select 1 union all select n + 1 from c where n < 3000000) select count(*) as rows from c";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-reader-"));
  file = path.join(folder, "reeve.db");
  using database = new DatabaseSync(file);
  database.exec("create table t (n integer); insert into t values (1), (2)");
});
afterEach(() => rm(folder, { recursive: true }));

/** Returns the number of event loop ticks until `work` was done. */
async function ticksDuring(work: Promise<unknown>): Promise<number> {
  const state = { ticks: 0, isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    await nextTick();
    state.ticks += 1;
  }
  await done;
  return state.ticks;
}

test("a long query does not hold up the process, as the same query on its own thread does", async () => {
  await using reader = openReader(file);
  await reader.all("select 1");
  using database = new DatabaseSync(file);
  const connection = createConnection(database);

  const elsewhere = await ticksDuring(reader.all(COUNT));
  const here = await ticksDuring(
    nextTick().then(() => connection.execute({ sql: COUNT, parameters: [] })),
  );

  expect(here).toBeLessThan(10);
  expect(elsewhere).toBeGreaterThan(100);
});

test("a query that fails rejects, and the reader goes on", async () => {
  await using reader = openReader(file);
  const [broken, good] = await Promise.allSettled([
    reader.all("select nonsense from t"),
    reader.all("select n from t order by n"),
  ]);
  expect(broken).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("no such column: nonsense") },
  });
  expect(good).toEqual({ status: "fulfilled", value: [{ n: 1 }, { n: 2 }] });
  expect(await reader.all("select count(*) as rows from t")).toEqual([{ rows: 2 }]);
});

test("a reader writes nothing", async () => {
  await using reader = openReader(file);
  await expect(reader.all("insert into t values (3)")).rejects.toThrow("readonly database");
  expect(await reader.all("select count(*) as rows from t")).toEqual([{ rows: 2 }]);
});

test("a reader of a file that is not there rejects", async () => {
  await using reader = openReader(path.join(folder, "none.db"));
  await expect(reader.all("select 1")).rejects.toThrow("unable to open database file");
});

test("what is asked of a reader that is closed meanwhile is aborted, not left open", async () => {
  const reader = openReader(file);
  await reader.all("select 1");
  const [asked] = await Promise.allSettled([
    reader.all(COUNT.replace("3000000", "6000000")),
    reader[Symbol.asyncDispose](),
  ]);
  expect(asked).toMatchObject({
    status: "rejected",
    reason: { code: "aborted", message: "The database was closed before the query ended." },
  });
});

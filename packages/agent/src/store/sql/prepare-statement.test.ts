import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { createConnection } from "../sqlite/connection.ts";
import { sqliteDialect } from "../sqlite/dialect.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

function openPrices() {
  const database = new DatabaseSync(":memory:");
  database.exec("create table model_prices (model text, since integer, rates text)");
  const db = new Kysely<Tables>({ dialect: sqliteDialect(createConnection(database)) });
  return { db, [Symbol.dispose]: () => database.close() };
}

const ADD = prepareStatement((db, price: { model: string; since: number; rates: string | null }) =>
  db.insertInto("model_prices").values(price),
);

const ALL = prepareStatement((db) => db.selectFrom("model_prices").selectAll().orderBy("since"));

test("a statement is built once, runs with other values, and says what it changed", async () => {
  using prices = openPrices();
  let built = 0;
  const raise = prepareStatement((db, { model, by }: { model: string; by: number }) => {
    built += 1;
    return db
      .updateTable("model_prices")
      .set((price) => ({ since: price("since", "+", by) }))
      .where("model", "=", model);
  });
  await ADD.run(prices.db, { model: "one", since: 1, rates: null });
  await ADD.run(prices.db, { model: "other", since: 2, rates: "{}" });
  expect(await raise.run(prices.db, { model: "one", by: 10 })).toBe(1);
  const inTransaction = await prices.db
    .transaction()
    .execute((transaction) => raise.run(transaction, { model: "other", by: 20 }));
  expect(inTransaction).toBe(1);
  expect(await raise.run(prices.db, { model: "none", by: 30 })).toBe(0);
  expect(built).toBe(1);
  expect(await ALL.all(prices.db, {})).toEqual([
    { model: "one", since: 11, rates: null },
    { model: "other", since: 22, rates: "{}" },
  ]);
});

test("a statement with a list is built for each length of it", async () => {
  using prices = openPrices();
  let built = 0;
  const named = prepareStatement((db, { models }: { models: readonly string[] }) => {
    built += 1;
    return db.selectFrom("model_prices").select("model").where("model", "in", models);
  });
  for (const model of ["a", "b", "c"]) await ADD.run(prices.db, { model, since: 1, rates: null });
  expect(await named.all(prices.db, { models: ["a"] })).toEqual([{ model: "a" }]);
  expect(await named.all(prices.db, { models: ["c", "b"] })).toEqual([
    { model: "b" },
    { model: "c" },
  ]);
  expect(await named.all(prices.db, { models: ["b"] })).toEqual([{ model: "b" }]);
  expect(await named.all(prices.db, { models: [] })).toEqual([]);
  expect(built).toBe(3);
});

test("each database has statements of its own", async () => {
  using one = openPrices();
  using other = openPrices();
  await ADD.run(one.db, { model: "one", since: 1, rates: null });
  await ADD.run(other.db, { model: "other", since: 1, rates: null });
  expect([await ALL.all(one.db, {}), await ALL.all(other.db, {})]).toEqual([
    [{ model: "one", since: 1, rates: null }],
    [{ model: "other", since: 1, rates: null }],
  ]);
});

test("the only row is handed out, and that there is none is told with the statement", async () => {
  using prices = openPrices();
  expect(await ALL.first(prices.db, {})).toBe(undefined);
  await expect(ALL.one(prices.db, {})).rejects.toThrow(
    'no row: select * from "model_prices" order by "since"',
  );
  await ADD.run(prices.db, { model: "one", since: 1, rates: null });
  expect(await ALL.one(prices.db, {})).toEqual({ model: "one", since: 1, rates: null });
});

function priceOf(since: number) {
  return { model: "one", since, rates: null };
}

test("rows are reused until their table changes, by a commit, in a transaction or by a rollback", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("create table model_prices (model text, since integer, rates text)");
  const connection = createConnection(database);
  let reads = 0;
  const counted = {
    ...connection,
    execute: <Row>(query: Parameters<typeof connection.execute>[0]) => {
      if (query.sql.startsWith("select")) reads += 1;
      return connection.execute<Row>(query);
    },
    get isInTransaction() {
      return connection.isInTransaction;
    },
  };
  const db = new Kysely<Tables>({ dialect: sqliteDialect(counted) });
  const named = prepareStatement(
    (from, { model }: { model: string }) =>
      from.selectFrom("model_prices").select("since").where("model", "=", model),
    ["model_prices"],
  );
  const sinceOf = async (model: string, from: Kysely<Tables> = db) =>
    (await named.all(from, { model })).map(({ since }) => since);

  await ADD.run(db, priceOf(1));
  expect([await sinceOf("one"), await sinceOf("one"), await sinceOf("none")]).toEqual([
    [1],
    [1],
    [],
  ]);
  expect(reads).toBe(2);
  await ADD.run(db, priceOf(2));
  expect(await sinceOf("one")).toEqual([1, 2]);
  await db.transaction().execute(async (transaction) => {
    await ADD.run(transaction, priceOf(3));
    expect(await sinceOf("one", transaction)).toEqual([1, 2, 3]);
  });
  expect(await sinceOf("one")).toEqual([1, 2, 3]);
  const undone = db.transaction().execute(async (transaction) => {
    await ADD.run(transaction, priceOf(4));
    expect(await sinceOf("one", transaction)).toEqual([1, 2, 3, 4]);
    throw new Error("undone on purpose");
  });
  await expect(undone).rejects.toThrow("undone on purpose");
  expect(await sinceOf("one")).toEqual([1, 2, 3]);
  database.close();
});

test("rows of a transaction that cannot be committed are not reused", async () => {
  using database = new DatabaseSync(":memory:");
  database.exec(`
    create table models (model text primary key);
    create table model_prices (model text references models (model) deferrable initially deferred,
      since integer, rates text)`);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(createConnection(database)) });
  const all = prepareStatement(
    (own) => own.selectFrom("model_prices").selectAll(),
    ["model_prices"],
  );
  const refused = db.transaction().execute(async (transaction) => {
    await ADD.run(transaction, { model: "none", since: 1, rates: null });
    expect(await all.all(transaction, {})).toHaveLength(1);
  });
  await expect(refused).rejects.toThrow(/foreign key/i);
  expect(await all.all(db, {})).toEqual([]);
});

test("rows of an open transaction are reused by nobody else", async () => {
  using prices = openPrices();
  const { db } = prices;
  const all = prepareStatement(
    (own) => own.selectFrom("model_prices").selectAll(),
    ["model_prices"],
  );
  expect(await all.all(db, {})).toEqual([]);
  let outside: Promise<readonly unknown[]> | undefined;
  const broken = db.transaction().execute(async (transaction) => {
    await ADD.run(transaction, { model: "one", since: 1, rates: null });
    expect(await all.all(transaction, {})).toHaveLength(1);
    outside = all.all(db, {});
    throw new Error("rolled back");
  });
  await expect(broken).rejects.toThrow("rolled back");
  expect(await outside).toEqual([]);
});

import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createConnection } from "./connection.ts";
import { prepareQuery } from "./search/prepare-query.ts";

/** A table of numbers, and how often SQLite has looked at a statement since it was last asked, which it does to compile it. */
function openNumbers() {
  const db = new DatabaseSync(":memory:");
  db.exec("create table numbers (n integer); insert into numbers values (1), (2), (3)");
  let looks = 0;
  db.setAuthorizer(() => {
    looks += 1;
    return 0;
  });
  const looksSince = () => {
    const since = looks;
    looks = 0;
    return since;
  };
  return { db, looksSince, [Symbol.dispose]: () => db.close() };
}

const SQL = "select n from numbers order by n limit ?";

test("SQLite compiles a statement again for each limit", () => {
  using numbers = openNumbers();
  const statement = numbers.db.prepare(SQL);
  for (const limit of [1, 2]) {
    statement.all(limit);
    expect(numbers.looksSince()).toBeGreaterThan(0);
  }
});

test("a statement of a connection is compiled once for all limits", () => {
  using numbers = openNumbers();
  const connection = createConnection(numbers.db);
  const first = (limit: number) => connection.execute({ sql: SQL, parameters: [limit] }).rows;
  expect(first(1)).toEqual([{ n: 1 }]);
  numbers.looksSince();
  expect(first(2)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(numbers.looksSince()).toBe(0);
});

test("a query of the search is compiled once for all limits", () => {
  using numbers = openNumbers();
  const first = prepareQuery<[number]>(numbers.db, "select n from numbers where n > ?2 limit ?1");
  expect(first(1, 1)).toEqual([[2]]);
  numbers.looksSince();
  expect(first(2, 0)).toEqual([[1], [2]]);
  expect(numbers.looksSince()).toBe(0);
});

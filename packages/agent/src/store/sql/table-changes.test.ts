import { expect, test } from "vitest";
import { classifyStatement, createTableChanges } from "./table-changes.ts";

test.each([
  ["begin immediate", "begin"],
  ["commit", "commit"],
  ["rollback", "rollback"],
  ['select "update" from "notes"', "read"],
  ["with a as (select 1) select * from a", "read"],
  ["pragma user_version", "read"],
  ['insert into "notes" ("id") values (?)', { writes: "notes" }],
  ["insert or replace into notes values (?)", { writes: "notes" }],
  [" insert into usage_days select ?, p.tenant from people p", { writes: "usage_days" }],
  ['with "a" as (select 1) insert into "notes" select * from "a"', { writes: "notes" }],
  ['update "notes" set "text" = ?', { writes: "notes" }],
  ['delete from "notes" where "id" = ?', { writes: "notes" }],
] as const)("%s is classified", (sql, effect) => {
  expect(classifyStatement(sql)).toEqual(effect);
});

test("a table changes with each write, and again if its transaction is not committed", () => {
  const changes = createTableChanges();
  const ran = (...statements: readonly string[]) =>
    statements.forEach((one) => changes.ran(classifyStatement(one)));
  ran("begin", 'insert into "a" values (1)', "commit");
  expect(changes.versionOf(["a"])).toBe(1);
  ran("begin", 'insert into "a" values (1)', 'insert into "b" values (1)', "rollback");
  expect([changes.versionOf(["a"]), changes.versionOf(["b"])]).toEqual([3, 2]);
  // SQLite may end a transaction by itself: nothing reports it before the next one begins.
  ran("begin", 'update "b" set "n" = 1', "begin");
  expect(changes.versionOf(["a", "b"])).toBe(3 + 4);
  ran("commit", 'select * from "a"');
  expect(changes.versionOf(["a", "b"])).toBe(7);
});

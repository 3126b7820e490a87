import { expect, test } from "vitest";
import type { Scope } from "../../store/search/passages.ts";
import { createScopeReader } from "./scope-reader.ts";

test("reads each scope once, and those of every tenant apart", async () => {
  const scopes: Scope[] = [];
  const open = (tenant: string) =>
    scopes.push({
      id: scopes.length + 1,
      tenant,
      audience: "ann",
      chat: null,
      source: "note",
      passages: 0,
    });
  const asked: number[] = [];
  const read = createScopeReader({
    scopes: async (tenant, { after = 0 } = {}) => {
      asked.push(after);
      return scopes.filter((scope) => scope.tenant === tenant && scope.id > after);
    },
  });
  open("home");
  open("work");
  expect((await read("home")).map(({ id }) => id)).toEqual([1]);
  open("home");
  expect((await read("home")).map(({ id }) => id)).toEqual([1, 3]);
  expect((await read("work")).map(({ id }) => id)).toEqual([2]);
  expect(asked).toEqual([0, 1, 0]);
});

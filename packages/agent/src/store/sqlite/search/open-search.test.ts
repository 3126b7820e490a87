import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SearchQuery } from "../../search/search.ts";
import { openTestSqlite } from "../testing/open-test-sqlite.ts";
import { openSearch } from "./open-search.ts";
import { attempt } from "../../../kernel/attempt.ts";

const query: SearchQuery = {
  terms: ["tea"],
  scopes: [1],
  limits: { vectors: 1, words: 1, neighbours: 0 },
};

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-search-"));
  file = path.join(folder, "reeve.db");
  const created = await openTestSqlite(file, { synchronous: "normal" });
  await created[Symbol.asyncDispose]();
});
afterEach(() => rm(folder, { recursive: true }));

test("a search after the end is told so, and waits for nobody", async () => {
  const search = openSearch(file);
  await search.find(query);
  const last = attempt(search.find(query));
  const ending = search[Symbol.asyncDispose]();
  await expect(search.find(query)).rejects.toMatchObject({ code: "aborted" });
  await ending;
  await last;
});

test("a thread that died fails what waits for it, and another takes its place", async () => {
  await using search = openSearch(file);
  using database = new DatabaseSync(file);
  database.exec("alter table vector_segments rename to lost");
  await expect(Promise.all([search.find(query), search.find(query)])).rejects.toThrow(
    "no such table",
  );
  database.exec("alter table lost rename to vector_segments");
  expect((await search.find(query)).rows).toEqual([]);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestSqlite } from "../../../store/sqlite/testing/open-test-sqlite.ts";
import { mixture } from "../../../../../vector-index/src/testing/vectors.ts";
import { checkSearch } from "./check-search.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-check-search-"));
  file = path.join(folder, "reeve.db");
});
afterEach(() => rm(folder, { recursive: true }));

const scope = { tenant: "home", audience: "ann", chat: null, source: "note" } as const;

test("without a database, or with one of an earlier release, there is nothing to find", async () => {
  const nothing = { state: "ok", message: "no passages yet" };
  expect(await checkSearch(file)).toEqual(nothing);
  new DatabaseSync(file).close();
  expect(await checkSearch(file)).toEqual(nothing);
});

test("it says what is found, and warns when the codes are not those of the vectors", async () => {
  const vectors = mixture(2500, { dims: 64, topics: 20 });
  {
    await using store = await openTestSqlite(file, { synchronous: "normal" });
    await store.commit("note", async (tx) => {
      for (const at of vectors.keys())
        await tx.passages.put({
          scope,
          ref: `${at}`,
          author: null,
          integrity: "owner",
          at: 5,
          text: `number ${at}`,
        });
    });
    const words = { state: "ok", message: "2500 passages, keyword search only; no vectors yet" };
    expect(await checkSearch(file)).toEqual(words);
    await store.commit("index-passages", async (tx) => {
      const { id: space } = await tx.passages.openSpace("m", 64);
      const rows = vectors.map((vector, at) => ({ id: at + 1, vector }));
      await tx.passages.setVectors(space, rows);
    });
  }
  const good = "2500 passages, 2500 with vectors, recall@10 1.000";
  expect(await checkSearch(file)).toEqual({ state: "ok", message: good });

  using database = new DatabaseSync(file);
  database.exec("update vector_segments set codes = zeroblob(length(codes))");
  database.exec("delete from vector_log");
  expect(await checkSearch(file)).toMatchObject({
    state: "warning",
    message: expect.stringContaining("recall@10 0.0"),
  });
});

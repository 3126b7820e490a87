import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { indexTerms } from "../../../kernel/text/index-terms.ts";
import { toId } from "../../../kernel/ids.ts";
import { indexMessages } from "../../sql/messages/index-messages.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Store } from "../../store.ts";
import { addChat } from "../../testing/rows.ts";
import { createConnection } from "../connection.ts";
import { sqliteDialect } from "../dialect.ts";
import { openTestSqlite } from "../testing/open-test-sqlite.ts";
import { passageEngine } from "../open.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-feed-"));
  file = path.join(folder, "reeve.db");
});
afterEach(() => rm(folder, { recursive: true }));

test("messages from before there was an index become passages, as they were edited last", async () => {
  await using store = await openTestSqlite(file, { synchronous: "normal" });
  await addChat(store);
  await say(store, 1100);
  using database = new DatabaseSync(file);
  database.exec(`
    delete from passages;
    update scopes set passages = 0, terms = 0;
    insert into passage_words (passage_words) values ('delete-all');
  `);
  expect(await find(store, "number7")).toEqual([]);

  const db = new Kysely<Tables>({ dialect: sqliteDialect(createConnection(database)) });
  await indexMessages(db, passageEngine);

  expect(await find(store, "number7")).toEqual(["number7"]);
  expect(await find(store, "number1099")).toEqual(["number1099"]);
  expect(await find(store, "number0")).toEqual([]);
  expect(await find(store, "changed")).toEqual(["changed"]);
  expect(await store.read.passages.scopes("home")).toMatchObject([{ passages: 1100 }]);
});

async function say(store: Store, count: number): Promise<void> {
  const said = { chat: toId<"chat">("p1"), direction: "in", author: "ann", turn: null } as const;
  await store.commit("accept", async (tx) => {
    for (let at = 0; at < count; at++)
      await tx.messages.add({ ...said, messageId: `${at}`, edit: 0, text: `number${at}`, at });
    await tx.messages.add({ ...said, messageId: "0", edit: 1, text: "changed", at: 1 });
  });
}

async function find(store: Store, text: string): Promise<readonly string[]> {
  const scopes = (await store.read.passages.scopes("home")).map(({ id }) => id);
  const limits = { vectors: 0, words: 9, neighbours: 0 };
  const { rows } = await store.search.find({ terms: indexTerms(text), scopes, limits });
  const passages = await store.read.passages.byIds(rows.map(({ id }) => id));
  return passages.map((one) => one.text);
}

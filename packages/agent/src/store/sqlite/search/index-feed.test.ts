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
import { addChat, addTurn, newMessage } from "../../testing/rows.ts";
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
  await index(store);
  using database = new DatabaseSync(file);
  database.exec(`
    delete from passages;
    update scopes set passages = 0, terms = 0;
    insert into passage_words (passage_words) values ('delete-all');
  `);
  expect(await find(store, "number7")).toEqual([]);

  const db = new Kysely<Tables>({ dialect: sqliteDialect(createConnection(database)) });
  await db.transaction().execute((transaction) => indexMessages(transaction, passageEngine));

  expect(await find(store, "number7")).toEqual(["number7"]);
  expect(await find(store, "number1099")).toEqual(["number1099"]);
  expect(await find(store, "number0")).toEqual([]);
  expect(await find(store, "changed")).toEqual(["changed"]);
  expect(await store.read.passages.scopes("home")).toMatchObject([{ passages: 1100 }]);
});

test("messages are found once they are indexed, the oldest first", async () => {
  await using store = await openTestSqlite(file, { synchronous: "normal" });
  await addChat(store);
  await say(store, 2);
  expect(await find(store, "number1")).toEqual([]);
  expect(await store.read.messages.isIndexed()).toBe(false);

  expect(await index(store, 2)).toBe(true);
  expect(await find(store, "number1")).toEqual(["number1"]);
  expect(await find(store, "changed")).toEqual([]);
  expect(await index(store, 2)).toBe(false);
  expect(await find(store, "changed")).toEqual(["changed"]);
  expect(await find(store, "number0")).toEqual([]);
  expect(await store.read.messages.isIndexed()).toBe(true);
  expect(await index(store)).toBe(false);
  expect(await store.read.passages.scopes("home")).toMatchObject([{ passages: 2 }]);
});

test("what happens to a message before it is indexed counts", async () => {
  await using store = await openTestSqlite(file, { synchronous: "normal" });
  await addChat(store);
  await store.commit("accept", async (tx) => {
    await tx.messages.add({ ...said, messageId: "gone", text: "gone away" });
    await tx.messages.add({ ...said, messageId: "voice", text: "a voice" });
    await tx.messages.add({ ...said, messageId: "notice", text: "a notice", isSearched: false });
    await tx.messages.add({
      ...said,
      messageId: "forward",
      text: "passed on",
      integrity: "stranger",
    });
    await tx.messages.add({ ...said, messageId: "stored", text: "under the archive" });
  });
  await store.commit("accept", async (tx) => {
    await tx.messages.remove(said.chat, "gone");
    await tx.messages.retell({ ...said, messageId: "voice" }, { text: "spoken words" });
    await tx.forgetting.setArchive(said.chat, "off");
    await tx.messages.add({ ...said, messageId: "hidden", text: "behind the archive" });
    await tx.messages.index();
  });

  const [scope] = await store.read.passages.scopes("home");
  const passages = scope ? await store.read.passages.list(scope) : [];
  expect(passages.map(({ text, integrity }) => [text, integrity])).toEqual([
    ["spoken words", "owner"],
    ["passed on", "stranger"],
    ["under the archive", "owner"],
  ]);
  expect(scope?.passages).toBe(3);
  for (const text of ["gone", "voice", "notice", "behind"])
    expect(await find(store, text)).toEqual([]);
});

test("a prompt that shows a session does not wait for that session's messages", async () => {
  await using store = await openTestSqlite(file, { synchronous: "normal" });
  await addTurn(store);
  const { messages } = store.read;
  const own = { ...said, messageId: newMessage("m1").messageId };
  await store.commit("accept", async (tx) => {
    await tx.messages.add({ ...own, text: "a question" });
    await tx.messages.add({ ...own, direction: "out", text: "an answer", turn: toId("t1") });
  });
  expect(await messages.isIndexed()).toBe(false);
  expect(await messages.isIndexed(toId("s1"))).toBe(true);
  expect(await messages.isIndexed(toId("s2"))).toBe(false);
  await store.commit("accept", (tx) => tx.messages.add({ ...said, messageId: "m2", text: "more" }));
  expect(await messages.isIndexed(toId("s1"))).toBe(false);
});

const said = {
  chat: toId<"chat">("p1"),
  direction: "in",
  author: "ann",
  edit: 0,
  at: 5,
  turn: null,
} as const;

function index(store: Store, limit?: number): Promise<boolean> {
  return store.commit("index-messages", (tx) => tx.messages.index(limit));
}

async function say(store: Store, count: number): Promise<void> {
  await store.commit("accept", async (tx) => {
    for (let at = 0; at < count; at++)
      await tx.messages.add({ ...said, messageId: `${at}`, text: `number${at}`, at });
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

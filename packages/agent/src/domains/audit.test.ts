import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../store/store.ts";
import { addTurn, ann } from "../store/testing/rows.ts";
import { type CallRecord, readRecord, sealRecords, verifyAudit } from "./audit.ts";

let folder: string;
let file: string;
let store: Store;
let salts = 0;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-audit-"));
  file = path.join(folder, "reeve.db");
  store = await openTestSqlite(file, { synchronous: "normal" });
  await addTurn(store);
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function record(call: string): CallRecord {
  return {
    call: toId(call),
    turn: toId("t1"),
    chat: toId("p1"),
    person: ann.id,
    tool: "note_create",
    at: 7,
    facts: {
      effect: "write",
      verdict: "allow",
      role: "owner",
      agent: "main",
      authority: { by: "role" },
      outcome: "value",
      durationMs: 2,
    },
    words: { argsHash: `hash of ${call}`, args: { text: call } },
  };
}

function add(...calls: readonly string[]): Promise<void> {
  return store.commit("settle-call", async (tx) => {
    const head = await tx.audit.takeHead("home", calls.length);
    const rows = sealRecords(calls.map(record), head, () => `salt ${++salts}`);
    await tx.audit.add("home", rows);
  });
}

function tamper(sql: string): void {
  using db = new DatabaseSync(file);
  db.exec(sql);
}

const verify = () => verifyAudit(store.read.audit, "home");

test("an empty record is whole, and so is one that grew commit by commit", async () => {
  expect(await verify()).toEqual({ rows: 0, forgotten: 0, isWhole: true });
  await add("c1");
  await add("c2", "c3");
  expect(await verify()).toEqual({ rows: 3, forgotten: 0, isWhole: true });
  const [last] = await store.read.audit.list("home", { limit: 1 });
  expect(last && readRecord(last)).toEqual({
    n: 3,
    call: "c3",
    turn: "t1",
    chat: "p1",
    person: "ann",
    tool: "note_create",
    at: 7,
    effect: "write",
    verdict: "allow",
    role: "owner",
    agent: "main",
    authority: { by: "role" },
    outcome: "value",
    durationMs: 2,
    argsHash: "hash of c3",
    args: { text: "c3" },
  });
});

test("a long record is checked to its end", async () => {
  await add(...Array.from({ length: 1203 }, (_, index) => `c${index}`));
  expect(await verify()).toEqual({ rows: 1203, forgotten: 0, isWhole: true });
  tamper("update audit set tool = 'web_fetch' where n = 1100");
  expect(await verify()).toMatchObject({ isWhole: false, brokenAt: 1100 });
});

const DAMAGE: readonly (readonly [name: string, sql: string, row: number, because: string])[] = [
  [
    "another tool",
    "update audit set tool = 'x' where n = 2",
    2,
    "the data differs from what was recorded",
  ],
  [
    "another time",
    "update audit set at = 1 where n = 2",
    2,
    "the data differs from what was recorded",
  ],
  [
    "other facts",
    "update audit set facts = '{}' where n = 3",
    3,
    "the data differs from what was recorded",
  ],
  [
    "other arguments",
    "update audit set args = '{}' where n = 1",
    1,
    "the arguments differ from what was recorded",
  ],
  [
    "arguments without their salt",
    "update audit set args_salt = null where n = 1",
    1,
    "the arguments differ from what was recorded",
  ],
  [
    "another digest",
    "update audit set facts_digest = 'x', facts = null where n = 2",
    2,
    "the hash does not match the previous record",
  ],
  ["a row that is gone", "delete from audit where n = 2", 2, "the record is missing"],
  [
    "an end that is gone",
    "delete from audit where n = 3",
    3,
    "this record and all records up to 3 are missing",
  ],
  [
    "an end that is set back",
    "update audit_heads set n = 2",
    3,
    "the chain ends before this record",
  ],
];

test.each(DAMAGE)("%s is named by its row", async (_name, sql, brokenAt, because) => {
  await add("c1", "c2", "c3");
  tamper(sql);
  expect(await verify()).toMatchObject({ isWhole: false, brokenAt, because });
});

test("a row that was put in between breaks the chain behind it", async () => {
  await add("c1", "c2", "c3");
  tamper("update audit set n = 4 where n = 3; update audit_heads set n = 4");
  tamper(`insert into audit select tenant, 3, call, turn, chat, person, tool, at, facts, facts_salt,
    facts_digest, args, args_salt, args_digest, hash from audit where n = 2`);
  expect(await verify()).toMatchObject({ isWhole: false, brokenAt: 3 });
});

test("what is forgotten leaves the chain whole, and goes on with it", async () => {
  await add("c1", "c2");
  const person = { tenant: "home", person: ann.id };
  await store.commit("forget", (tx) => tx.forgetting.removePerson(person));
  await add("c3");

  expect(await verify()).toEqual({ rows: 3, forgotten: 2, isWhole: true });
  const rows = await store.read.audit.list("home", { limit: 9 });
  expect(rows.map(readRecord)[1]).toEqual({
    n: 2,
    call: "c2",
    turn: "t1",
    chat: "p1",
    person: null,
    tool: "note_create",
    at: 7,
    isForgotten: true,
  });
});

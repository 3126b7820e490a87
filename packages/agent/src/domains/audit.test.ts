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

function labelsIn(row: object): readonly unknown[] {
  return ["taint", "label"].map((name) => Reflect.get(row, name));
}

test("a label that is the taint is stored once, and read as both", async () => {
  const own = { integrity: "owner", audience: "person:ann" } as const;
  const web = { integrity: "web", audience: "person:ann" } as const;
  const pairs = [{ taint: own, label: own }, { taint: own, label: web }, { taint: own }, {}];
  await store.commit("settle-call", async (tx) => {
    const head = await tx.audit.takeHead("home", pairs.length);
    const records = pairs.map((labels, index) => {
      const { words, ...other } = record(`c${index}`);
      return { ...other, words: { ...words, ...labels } };
    });
    await tx.audit.add(
      "home",
      sealRecords(records, head, () => `salt ${++salts}`),
    );
  });

  expect(await verify()).toMatchObject({ rows: 4, isWhole: true });
  const rows = (await store.read.audit.list("home", { limit: 9 })).toReversed();
  const read = rows.map(readRecord);
  expect(read.map(labelsIn)).toEqual([
    [own, own],
    [own, web],
    [own, undefined],
    [undefined, undefined],
  ]);
  expect(rows[0]?.args?.match(/person:ann/g)).toHaveLength(1);
});

/** A chain as earlier versions wrote it: digests in hexadecimal, and both labels in full. */
const EARLIER = [
  {
    n: 1,
    call: "c1",
    factsSalt: "salt 1",
    factsDigest: "c84fa8079fa32c0678bfb8e01a211df7562c406e13150813ec55acc4d75b4c67",
    argsSalt: "salt 2",
    argsDigest: "62e073f50e530eca67bbc2da555bec9cf1cb1df573429e5126875571d9c4febc",
    hash: "11477c7c7dcd029c9d0ae4fe8dbfd6d07dd716ea2f528e9d574289bf4b9baed4",
  },
  {
    n: 2,
    call: "c2",
    factsSalt: "salt 3",
    factsDigest: "3dde1df478d211173894d9ab8c467d8a23d6f13e76a66df48eba937b6a864e48",
    argsSalt: "salt 4",
    argsDigest: "9c9d1f5e9b78d70ae44a7a12859b8a1eddb14d4f5094eb351994923f92a59402",
    hash: "97e119374ec85a223dc8c3df5308cf541e2202e453bdbb0eff97c1003a1d49f6",
  },
].map(({ call, ...row }) => {
  const { facts, words, ...rest } = record(call);
  const label = { integrity: "owner", audience: "person:ann" };
  const args = JSON.stringify({ ...words, taint: label, label });
  return { ...rest, ...row, facts: JSON.stringify(facts), args };
});

test("a chain of an earlier version is whole, read, and goes on", async () => {
  await store.commit("settle-call", async (tx) => {
    await tx.audit.takeHead("home", EARLIER.length);
    await tx.audit.add("home", EARLIER);
  });
  await add("c3");
  expect(await verify()).toEqual({ rows: 3, forgotten: 0, isWhole: true });
  const rows = await store.read.audit.list("home", { limit: 9 });
  expect(rows.map(readRecord)[2]).toMatchObject({
    taint: { integrity: "owner", audience: "person:ann" },
    label: { integrity: "owner", audience: "person:ann" },
  });
  for (const [sql, brokenAt] of [
    ["update audit set args = replace(args, 'c2', 'c9') where n = 2", 2],
    ["update audit set facts = replace(facts, 'write', 'read') where n = 1", 1],
  ] as const) {
    tamper(sql);
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt });
  }
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

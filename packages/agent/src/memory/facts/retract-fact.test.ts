import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { addTurn, newFact } from "../../store/testing/rows.ts";
import { retractFact } from "./retract-fact.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-facts-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addTurn(store);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test("what is believed again ends when it would have ended", async () => {
  const wrong = newFact("wrong");
  const set = { state: "superseded", supersededBy: wrong.id, validUntil: 9 } as const;
  const lasting = newFact("lasting");
  const ofTheDay = newFact("day", { tier: "working", validUntil: 5 + DAY_MS });
  await store.commit("learn", async (tx) => {
    for (const fact of [wrong, { ...lasting, ...set }, { ...ofTheDay, ...set }])
      await tx.facts.add(fact);
  });

  await store.commit("change-memory", (tx) => retractFact(tx, wrong.id, wrong.text));

  expect(await store.read.facts.list({ tenant: "home", limit: 9 })).toEqual([ofTheDay, lasting]);
});

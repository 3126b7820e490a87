import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { createEmbeddingRecorder } from "./embedding-usage.ts";

const days = { from: "2026-02-20", to: "2026-02-21" };

test("what vectors cost is counted once, also when a commit fails or more comes meanwhile", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-bill-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  const clock = { now: () => Date.UTC(2026, 1, 20, 23, 30) };
  const bill = createEmbeddingRecorder({ tenant: "home", clock, timeZone: "Europe/Berlin" });
  expect(bill.isEmpty).toBe(true);
  bill.add({ model: "voyage/4", tokens: 30, costNano: 7n });

  const failed = store.commit("index-passages", async (tx) => {
    await bill.write(tx);
    throw new Error("the disk is full");
  });
  await expect(failed).rejects.toThrow("the disk is full");
  expect(bill.isEmpty).toBe(false);
  await store.commit("index-passages", async (tx) => {
    await bill.write(tx);
    bill.add({ model: "voyage/4", tokens: 1, costNano: undefined });
  });
  bill.settle();
  expect(bill.isEmpty).toBe(false);
  await store.commit("index-passages", (tx) => bill.write(tx));
  bill.settle();
  expect(bill.isEmpty).toBe(true);

  expect(await store.slow.usage.summary({ tenant: "home", ...days }, "day")).toEqual([
    {
      key: "2026-02-21",
      calls: 2,
      unpriced: 1,
      inputTokens: 31,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
      costNano: 7n,
    },
  ]);
  const spent = { day: "2026-02-21", spentNano: 7n, heldNano: 0n };
  expect(await store.read.limits.allAccounts(days)).toEqual([
    { subject: "platform", ...spent },
    { subject: "tenant:home", ...spent },
  ]);
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

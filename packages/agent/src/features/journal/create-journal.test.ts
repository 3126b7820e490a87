import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { addPeople, ann, bob } from "../../store/testing/rows.ts";
import { createJournal } from "./create-journal.ts";
import type { JournalDraft } from "../../store/items/journal.ts";

const DAY_MS = 86_400_000;

let folder: string;
let store: Store;
let now: number;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-journal-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addPeople(store);
  now = 1000 * DAY_MS;
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const journalOf = (person: typeof ann) =>
  createJournal(store, { tenant: "home", person: person.id }, { now: () => now });

test("an operation is logged once a key, closed later, and counted", async () => {
  const journal = journalOf(ann);
  const first = await journal.log(newDraft("call-1", { assetTo: "NOT", amountTo: "500" }));
  const again = await journal.log(newDraft("call-1", { assetTo: "DOGS" }));
  expect(again).toEqual(first);

  now += DAY_MS;
  const closed = await journal.update(first.id, { outcome: "profit", pnlTon: "0.3" });
  expect(closed).toEqual({ ...first, outcome: "profit", pnlTon: "0.3", updatedAt: now });

  const sold = await journal.update(first.id, { txHash: "abc", pnlPct: "12.5" });
  expect(sold).toEqual({ ...closed, txHash: "abc", pnlPct: "12.5" });
  expect(await journal.query({ limit: 20 })).toEqual({
    entries: [sold],
    summary: {
      entries: 1,
      outcomes: { pending: 0, profit: 1, loss: 0, neutral: 0, cancelled: 0 },
      pnlTon: "0.3",
      winRatePct: 100,
    },
  });
});

test("the summary is over all that match, the list ends at the limit", async () => {
  const journal = journalOf(ann);
  const ends = [
    ["profit", "0.1"],
    ["profit", "0.2"],
    ["loss", "-1.1"],
    ["neutral", undefined],
    ["cancelled", undefined],
  ] as const;
  for (const [index, [outcome, pnlTon]] of ends.entries()) {
    const { id } = await journal.log(newDraft(`call-${index}`, { action: outcome }));
    await journal.update(id, { outcome, pnlTon });
  }

  const { entries, summary } = await journal.query({ limit: 2 });

  expect(entries.map(({ action }) => action)).toEqual(["cancelled", "neutral"]);
  expect(summary).toEqual({
    entries: 5,
    outcomes: { pending: 0, profit: 2, loss: 1, neutral: 1, cancelled: 1 },
    pnlTon: "-0.8",
    winRatePct: 66.7,
  });
});

test("of the last days, only what was logged in them is counted", async () => {
  const journal = journalOf(ann);
  await journal.log(newDraft("old"));
  now += 7 * DAY_MS;
  const young = await journal.log(newDraft("young"));

  now += 1;
  expect((await journal.query({ days: 7, limit: 20 })).entries).toEqual([young]);
  now -= 1;
  expect((await journal.query({ days: 7, limit: 20 })).entries).toHaveLength(2);
});

test("another person's entry is missing", async () => {
  const { id } = await journalOf(ann).log(newDraft("call-1"));
  await expect(journalOf(bob).update(id, { outcome: "loss" })).rejects.toMatchObject({
    code: "missing",
    message: `Journal entry not found: ${id}`,
  });
  expect((await journalOf(bob).query({ limit: 20 })).summary).toEqual({
    entries: 0,
    outcomes: { pending: 0, profit: 0, loss: 0, neutral: 0, cancelled: 0 },
    pnlTon: "0",
    winRatePct: undefined,
  });
});

function newDraft(key: string, change: Partial<JournalDraft> = {}): JournalDraft {
  return { key, type: "trade", action: key, reasoning: "dip", outcome: "pending", ...change };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createJournal } from "../create-journal.ts";
import { openTestSqlite } from "../../../store/sqlite/testing/open-test-sqlite.ts";
import { addPeople, ann } from "../../../store/testing/rows.ts";
import type { Journal } from "../journal.ts";

export interface TestJournal extends AsyncDisposable {
  readonly journal: Journal;
}

/** Ann's journal in a database of its own, which goes when it is disposed of; its clock stands at 7. */
export async function openTestJournal(): Promise<TestJournal> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-journal-tools-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addPeople(store);
  return {
    journal: createJournal(store, { tenant: "home", person: ann.id }, { now: () => 7 }),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

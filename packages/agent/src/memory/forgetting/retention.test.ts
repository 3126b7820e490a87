import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { retention } from "./retention.ts";

const HOUR = 60 * 60_000;
const { signal } = new AbortController();

test("each duty runs until it is done, then after an hour, or at once when settings change", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-retention-"));
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  const time = { now: 1_000_000 };
  const kept = retention({
    store,
    clock: { now: () => time.now },
    newId,
    files: { exports: path.join(home, "exports") },
    retention: [],
    retentionDays: 90,
  });
  const dueNames = () => kept.due().map(({ id }) => id);
  expect(dueNames()).toEqual(["exports", "messages", "rows"]);
  while (kept.due().length > 0) for (const duty of kept.due()) await duty.run(signal);
  expect(kept.nextDue()).toBe(time.now + HOUR);

  time.now += HOUR;
  expect(dueNames()).toEqual(["exports", "messages", "rows"]);
  await kept.due()[0]?.run(signal);
  expect(dueNames()).toEqual(["messages", "rows"]);
  kept.wake();
  expect(dueNames()).toEqual(["exports", "messages", "rows"]);
  await store[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

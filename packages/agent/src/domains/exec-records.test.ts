import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import { addCalls, ann, newCall } from "../store/testing/rows.ts";
import { type Outcome, withExecRecord } from "./exec-records.ts";

async function openStory() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-commands-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addCalls(store, [newCall("c1", { tool: "exec_run" })]);
  let now = 100;
  const clock = { now: () => (now += 5) };
  let ids = 0;
  return {
    deps: { store, clock, newId: () => `record-${(ids += 1)}` },
    records: () => store.read.execRecords.list("home", 9),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

const command = {
  tenant: "home",
  chat: toId<"chat">("p1"),
  person: ann.id,
  call: toId<"call">("c1"),
  command: '["true"]',
  ranIn: "bubblewrap",
} as const;

const begun = {
  ...command,
  id: "record-1",
  startedAt: 105,
  tool: "exec_run",
  approval: null,
  state: "started",
  exitCode: null,
  reason: null,
  stdout: null,
  stderr: null,
  durationMs: null,
} as const;

const ended: Outcome = { state: "ended", exitCode: 3, reason: null, stdout: "out", stderr: "err" };

test("the record is there while the command runs, and is completed when it has ended", async () => {
  await using story = await openStory();
  const seen = await withExecRecord(command, story.deps, {
    work: () => story.records(),
    outcomeOf: () => ended,
  });

  expect(seen).toEqual([begun]);
  expect(await story.records()).toEqual([{ ...begun, ...ended, durationMs: 5 }]);
});

test("a command that could not run is on record with the reason, and the fault goes on", async () => {
  await using story = await openStory();
  const fault = new Fault("unavailable", "There is no sandbox.");
  await expect(
    withExecRecord(command, story.deps, {
      work: () => Promise.reject(fault),
      outcomeOf: () => ended,
    }),
  ).rejects.toBe(fault);

  const refused = { state: "refused", reason: "There is no sandbox.", durationMs: 5 } as const;
  expect(await story.records()).toEqual([{ ...begun, ...refused }]);
});

test("of long output the beginning and the end are on record", async () => {
  await using story = await openStory();
  const stdout = `${"a".repeat(3000)}${"b".repeat(3000)}`;
  await withExecRecord(command, story.deps, {
    work: async () => "done",
    outcomeOf: () => ({ ...ended, stdout }),
  });

  const [record] = await story.records();
  const gap = "[… 2000 characters omitted …]";
  expect(record?.stdout).toBe(`${"a".repeat(2000)}\n${gap}\n${"b".repeat(2000)}`);
});

import { copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fault } from "@reeve/sdk";
import type { Store } from "../store.ts";
import { addPeople, ann } from "../testing/rows.ts";
import { openTestSqlite } from "./testing/open-test-sqlite.ts";

let folder: string;
let file: string;
let store: Store;
let lost: Fault[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-lost-"));
  file = path.join(folder, "reeve.db");
  lost = [];
  const onLost = (fault: Fault) => void lost.push(fault);
  store = await openTestSqlite(file, { synchronous: "normal", onLost });
  await addPeople(store);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function addNote(id: string): Promise<void> {
  const note = { id, title: undefined, text: "milk", tags: [], createdAt: 1, updatedAt: 1 };
  return store.commit("note", (tx) => tx.notes.add({ tenant: "home", person: ann.id }, note));
}

async function replace(): Promise<void> {
  await copyFile(file, `${file}.copy`);
  await rename(`${file}.copy`, file);
}

test.each([
  { how: "removed", next: "to start empty", change: () => rm(file) },
  { how: "replaced", next: "to continue with the files that are there now", change: replace },
])("a commit to a database that was $how is not confirmed", async ({ how, next, change }) => {
  await addNote("before");
  await change();
  const fault = {
    code: "unavailable",
    message: `${file} was ${how} while the agent was running.`,
    hint: `Nothing more can be stored, so the agent is stopping. Restore a backup of reeve.db with \`reeve restore <file>\`, or run \`reeve start\` ${next}.`,
  };
  await expect(addNote("after")).rejects.toMatchObject(fault);
  await expect(addNote("later")).rejects.toMatchObject(fault);
  expect(await store.findObstacle()).toBe(fault.message);
  expect(lost).toMatchObject([fault]);
});

test("a commit that fails says that the log was removed", async () => {
  await addNote("before");
  await rm(`${file}-wal`);
  const failed = store.commit("note", () => Promise.reject(new Error("failed")));
  await expect(failed).rejects.toMatchObject({
    message: `${file}-wal was removed while the agent was running.`,
  });
  expect(lost).toHaveLength(1);
});

test("a database that is rewritten, or was only read, is still the same", async () => {
  await addNote("before");
  await expect(store.commit("note", () => Promise.reject(new Error("failed")))).rejects.toThrow(
    "failed",
  );
  expect(await store.scrub("all")).toBe(true);
  await store.backup(path.join(folder, "copy.db"));
  await addNote("after");
  expect(await store.findObstacle()).toBeUndefined();
  expect(lost).toEqual([]);
});

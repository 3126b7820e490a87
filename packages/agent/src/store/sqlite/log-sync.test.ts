import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogSync } from "./log-sync.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-log-sync-"));
  file = path.join(folder, "reeve.db");
  await writeFile(`${file}-wal`, "");
});
afterEach(() => rm(folder, { recursive: true }));

/** A disk that ends each flush when it is told to. */
function slowDisk() {
  const flushes: PromiseWithResolvers<void>[] = [];
  const flush = () => {
    const one = Promise.withResolvers<void>();
    flushes.push(one);
    return one.promise;
  };
  return { flushes, flush };
}

test("commits that wait during a flush share the next one", async () => {
  const { flushes, flush } = slowDisk();
  await using log = createLogSync(file, flush);
  const done: string[] = [];
  const sync = (name: string) => log.sync().then(() => done.push(name));
  const first = sync("first");
  await expect.poll(() => flushes.length).toBe(1);
  const others = [sync("second"), sync("third")];
  await nextTick();
  expect(flushes).toHaveLength(1);
  flushes[0]?.resolve();
  await first;
  await expect.poll(() => flushes.length).toBe(2);
  expect(done).toEqual(["first"]);
  flushes[1]?.resolve();
  await Promise.all(others);
  expect(done).toEqual(["first", "second", "third"]);
});

test("a flush that fails rejects those that wait for it, and no later one", async () => {
  const { flushes, flush } = slowDisk();
  await using log = createLogSync(file, flush);
  const failing = log.sync();
  await expect.poll(() => flushes.length).toBe(1);
  const later = log.sync();
  flushes[0]?.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
  await expect(failing).rejects.toMatchObject({ code: "exhausted" });
  await expect.poll(() => flushes.length).toBe(2);
  flushes[1]?.resolve();
  await later;
});

test("writes a real log to the disk", async () => {
  await using log = createLogSync(file);
  await log.sync();
  await log.sync();
});

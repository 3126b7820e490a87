import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hasStopped, openRoster } from "./roster.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-roster-"));
  file = path.join(folder, "reeve.running");
});
afterEach(() => rm(folder, { recursive: true }));

test("a new home has nothing left", () => {
  expect(openRoster(file, "boot").left).toBe(undefined);
});

test("after a kill the roster names what was running, and nothing that had ended", () => {
  const roster = openRoster(file, "boot");
  for (const key of ["turn:a", "turn:b", "reply:c:1"]) roster.enter(key);
  roster.leave("turn:b");
  expect(openRoster(file, "boot").left).toEqual(["turn:a", "reply:c:1"]);
  expect(openRoster(file, "boot").left).toEqual([]);
});

test("what has ended leaves the file, which does not grow with the work of a long life", () => {
  const roster = openRoster(file, "boot");
  const empty = statSync(file).size;
  for (let n = 0; n < 1000; n++) {
    roster.enter(`turn:${n}`);
    roster.leave(`turn:${n}`);
  }
  expect(statSync(file).size).toBe(empty);
  roster.enter("turn:a");
  roster.enter("turn:b");
  roster.leave("turn:a");
  expect(openRoster(file, "boot").left).toEqual(["turn:b"]);
});

test("a process that stopped and a machine that restarted leave nothing", () => {
  expect(hasStopped(file)).toBe(false);
  const stopped = openRoster(file, "boot");
  stopped.enter("turn:a");
  expect(hasStopped(file)).toBe(false);
  stopped.close();
  expect(hasStopped(file)).toBe(true);
  stopped.leave("turn:a");
  const killed = openRoster(file, "boot");
  expect(killed.left).toBe(undefined);
  killed.enter("turn:a");
  expect(openRoster(file, "another boot").left).toBe(undefined);
});

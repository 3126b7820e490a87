import { appendFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHistory, writeHistory } from "./history.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-history-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test("comes back as it was written, line breaks included, and only its owner can read it", async () => {
  const file = path.join(folder, "home", "history");
  await writeHistory(file, ["one", "two\nlines"]);
  expect(await readHistory(file)).toEqual(["one", "two\nlines"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("keeps the newest thousand", async () => {
  const file = path.join(folder, "history");
  const entries = Array.from({ length: 1002 }, (_, n) => `entry ${n}`);
  await writeHistory(file, entries);
  expect(await readHistory(file)).toEqual(entries.slice(2));
});

test("a missing file is an empty history, and a damaged line is left out", async () => {
  const file = path.join(folder, "history");
  expect(await readHistory(file)).toEqual([]);
  await writeHistory(file, ["one"]);
  await appendFile(file, "{half");
  expect(await readHistory(file)).toEqual(["one"]);
});

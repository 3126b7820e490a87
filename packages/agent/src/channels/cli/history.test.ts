import { appendFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHistory } from "./history.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-history-"));
  file = path.join(folder, "home", "history");
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function entries(): Promise<readonly string[]> {
  return (await openHistory(file)).entries;
}

test("comes back as it was typed, line breaks included, and only its owner can read it", async () => {
  const history = await openHistory(file);
  expect(history.entries).toEqual([]);
  await history.add("one");
  await history.add("two\nlines");
  expect(await entries()).toEqual(["one", "two\nlines"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("keeps what two terminals add at the same time", async () => {
  const [here, there] = [await openHistory(file), await openHistory(file)];
  await here.add("one");
  await there.add("two");
  await here.add("three");
  expect(await entries()).toEqual(["one", "two", "three"]);
});

test("an entry that was typed again counts as the newest", async () => {
  const history = await openHistory(file);
  for (const entry of ["one", "two", "one"]) await history.add(entry);
  expect(await entries()).toEqual(["two", "one"]);
});

test("keeps the newest thousand, and writes the file anew when it has grown to twice that", async () => {
  const history = await openHistory(file);
  await history.add("entry 0");
  const later = Array.from({ length: 2000 }, (_, index) => `entry ${index + 1}`);
  await appendFile(file, later.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  expect(await entries()).toEqual(later.slice(1000));
  expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(1000);
});

test("a damaged line is left out, and a torn one does not take the next with it", async () => {
  await (await openHistory(file)).add("one");
  await appendFile(file, '{half\n"torn');
  const history = await openHistory(file);
  expect(history.entries).toEqual(["one"]);
  await history.add("two");
  expect(await entries()).toEqual(["one", "two"]);
});

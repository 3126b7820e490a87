import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { libraryRecorder, unchangedLibraries } from "./tested-libraries.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-libraries-"));
  file = path.join(folder, "cache/tested.json");
});
afterEach(() => rm(folder, { recursive: true }));

test("a library is tested until its tests have passed, and again when it changed", async () => {
  expect(unchangedLibraries(file)).toEqual([]);
  libraryRecorder(file).onTestRunEnd?.([], [], "failed");
  expect(unchangedLibraries(file)).toEqual([]);

  libraryRecorder(file).onTestRunEnd?.([], [], "passed");
  expect(unchangedLibraries(file)).toContain("packages/time");

  const digests: Record<string, string> = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...digests, time: "another" }));
  expect(unchangedLibraries(file)).not.toContain("packages/time");
  expect(unchangedLibraries(file)).toContain("packages/markdown");
});

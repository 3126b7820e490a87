import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const HOOK = path.resolve(import.meta.dirname, "../.githooks/commit-msg");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-hook-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(subject: string): Promise<string> {
  const file = path.join(folder, "message");
  await writeFile(file, `${subject}\n\nWhy it is so.\n`);
  const { status, stderr } = spawnSync(HOOK, [file], { encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

test.each([
  "fix(cli): show the question again after a resize",
  "feat(http)!: require a token for every route",
  `test(store): ${"é".repeat(47)}`,
  'Revert "fix(cli): show the question again after a resize, which is long"',
  "fixup! fix(cli): show the question again after a resize, for good",
])("%s is a subject", async (subject) => {
  expect(await check(subject)).toBe("");
});

test.each([
  ["Fix the question", 'is not "type(scope): effect": Fix the question'],
  ["fix: show the question", 'is not "type(scope): effect"'],
  ["fix(cli): Show the question", 'is not "type(scope): effect"'],
  ["fix(cli): show the question.", 'is not "type(scope): effect"'],
  ["", 'is not "type(scope): effect"'],
  [`test(store): ${"a".repeat(48)}`, "has 61 characters, and at most 60 are allowed"],
])("%s is refused", async (subject, told) => {
  expect(await check(subject)).toContain(told);
});

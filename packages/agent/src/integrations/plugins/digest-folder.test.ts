import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digestFolder } from "./digest-folder.ts";

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-digest-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "lib"));
  await writeFile(path.join(folder, "index.ts"), "a");
  await writeFile(path.join(folder, "lib/b.ts"), "b");
  return folder;
}

test("the digest follows from paths and content", async () => {
  const folder = await openFolder();
  const before = await digestFolder(folder);
  expect(await digestFolder(await openFolder())).toBe(before);
  await rename(path.join(folder, "lib/b.ts"), path.join(folder, "lib/c.ts"));
  expect(await digestFolder(folder)).not.toBe(before);
  await rename(path.join(folder, "lib/c.ts"), path.join(folder, "lib/b.ts"));
  await writeFile(path.join(folder, "lib/b.ts"), "B");
  expect(await digestFolder(folder)).not.toBe(before);
});

test("history and links to programs do not count; other links are refused", async () => {
  const folder = await openFolder();
  const before = await digestFolder(folder);
  await mkdir(path.join(folder, ".git"));
  await writeFile(path.join(folder, ".git/HEAD"), "main");
  await mkdir(path.join(folder, "node_modules/.bin"), { recursive: true });
  await symlink("/bin/sh", path.join(folder, "node_modules/.bin/x"));
  expect(await digestFolder(folder)).toBe(before);
  await symlink("/etc/passwd", path.join(folder, "lib/p"));
  await expect(digestFolder(folder)).rejects.toThrow(/lib\/p is a link/);
});

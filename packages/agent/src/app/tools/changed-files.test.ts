import { createHash } from "node:crypto";
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { changedSince, takeSnapshot } from "./changed-files.ts";

async function openRoot() {
  const root = await mkdtemp(path.join(tmpdir(), "reeve-changed-"));
  await mkdir(path.join(root, "sub"));
  for (const name of ["a", "b", "sub/c"]) await writeFile(path.join(root, name), `text ${name}`);
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

/** Resolves once the file system's clock, which may be coarse, has moved on. */
async function nextTick(root: string): Promise<void> {
  const file = path.join(root, "clock");
  const read = async () => {
    await writeFile(file, "");
    return (await stat(file, { bigint: true })).ctimeNs;
  };
  const start = await read();
  await vi.waitUntil(async () => (await read()) > start, { interval: 1 });
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("names what was written, replaced or moved, and nothing that was left alone", async () => {
  await using opened = await openRoot();
  const at = (name: string) => path.join(opened.root, name);
  const before = await takeSnapshot(opened.root);
  await writeFile(at("sub/new"), "new");
  await appendFile(at("b"), " and more");
  await rename(at("sub/c"), at("moved"));
  await symlink(at("a"), at("link"));

  const changed = await Array.fromAsync(changedSince(opened.root, before));
  expect(changed.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: "b", digest: digestOf("text b and more") },
    { path: "moved", digest: digestOf("text sub/c") },
    { path: "sub/new", digest: digestOf("new") },
  ]);
});

test("a file that is made to look old is named all the same", async () => {
  await using opened = await openRoot();
  const file = path.join(opened.root, "a");
  await utimes(file, 1, 1);
  const before = await takeSnapshot(opened.root);
  await nextTick(opened.root);
  await writeFile(file, "TEXT a");
  await utimes(file, 1, 1);

  expect(await Array.fromAsync(changedSince(opened.root, before))).toEqual([
    { path: "a", digest: digestOf("TEXT a") },
  ]);
});

test("a copy of what was there says nothing new, nor does an empty file", async () => {
  await using opened = await openRoot();
  const at = (name: string) => path.join(opened.root, name);
  const before = await takeSnapshot(opened.root);
  await copyFile(at("a"), at("copy"));
  await writeFile(at("empty"), "");

  expect(await Array.fromAsync(changedSince(opened.root, before))).toEqual([]);
});

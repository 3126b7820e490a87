import { mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Workspace } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFolder } from "../../platform/folder.ts";
import { MAX_FILE_BYTES } from "../workspace.ts";
import { openWorkspace } from "./open-workspace.ts";

const replace = { append: false, createFolders: true };
const append = { append: true, createFolders: true };
const bytes = (text: string) => Buffer.from(text);

let root: string;
let workspace: Workspace;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reeve-workspace-"));
  await writeFile(join(root, "SOUL.md"), "kind");
  workspace = await openWorkspace(openFolder(root), { quotaBytes: 100 });
});

afterEach(() => rm(root, { recursive: true }));

async function read(path: string): Promise<string> {
  return Buffer.from(await workspace.read(path, { maxBytes: 1000 })).toString();
}

test("creates its folders", async () => {
  const entries = await workspace.list("", { recursive: true, filter: "directories" });
  expect(entries.map(({ path }) => path)).toEqual([
    "downloads",
    "memes",
    "memory",
    "temp",
    "uploads",
  ]);
});

test("further files are the owner's alone, also through a link and with their folder", async () => {
  await workspace.write("souls/writer.md", bytes("terse"), replace);
  await symlink("souls/writer.md", join(root, "link.md"));
  const kept = await openWorkspace(openFolder(root), { readOnly: ["souls/writer.md"] });
  const denied = { code: "denied", message: "souls/writer.md can be read but not changed." };

  await expect(kept.write("souls/WRITER.md", bytes("x"), replace)).rejects.toMatchObject(denied);
  await expect(kept.write("link.md", bytes("x"), append)).rejects.toMatchObject(denied);
  await expect(kept.remove("souls", { recursive: true })).rejects.toMatchObject(denied);
  await expect(kept.rename("souls", "other", { overwrite: false })).rejects.toMatchObject(denied);
  await kept.write("a.md", bytes("x"), replace);
  const over = kept.rename("a.md", "souls/writer.md", { overwrite: true });
  await expect(over).rejects.toMatchObject(denied);

  expect(await read("souls/writer.md")).toBe("terse");
  await kept.write("souls/other.md", bytes("free"), replace);
  expect(await read("souls/other.md")).toBe("free");
});

test("writes and extends files, and says how large they are", async () => {
  expect(await workspace.write("./temp//a.txt", bytes("one"), replace)).toEqual({
    path: "temp/a.txt",
    bytes: 3,
  });
  expect(await workspace.write("temp/a.txt", bytes("two"), append)).toEqual({
    path: "temp/a.txt",
    bytes: 6,
  });
  expect(await read("temp/a.txt")).toBe("onetwo");
  const files = await workspace.list("", { recursive: true, filter: "files" });
  expect(files.map(({ path }) => path)).toEqual(["SOUL.md", "temp/a.txt"]);
});

test("counts what it holds", async () => {
  await workspace.write("temp/a.txt", bytes("12345"), replace);
  await workspace.write("temp/b/c.txt", bytes("67"), replace);
  expect(await workspace.info()).toEqual({
    files: 3,
    directories: 6,
    bytes: 11,
    quotaBytes: 100,
    entries: [
      { path: "SOUL.md", bytes: 4 },
      { path: "downloads", bytes: 0 },
      { path: "memes", bytes: 0 },
      { path: "memory", bytes: 0 },
      { path: "temp", bytes: 7 },
      { path: "uploads", bytes: 0 },
    ],
  });
});

test.each([
  "SOUL.md",
  "./SOUL.md",
  ".//soul.MD",
  "SECURITY.md",
  "strategy.md",
  "ſoul.md",
  "STRATEGY.md/x",
  "alias.md",
  "here/SOUL.md",
])("lets nobody change %s", async (path) => {
  await symlink("SOUL.md", join(root, "alias.md"));
  await symlink(".", join(root, "here"));
  await workspace.write("temp/a.txt", bytes("evil"), replace);
  const denied = { status: "rejected", reason: expect.objectContaining({ code: "denied" }) };

  const results = await Promise.allSettled([
    workspace.write(path, bytes("evil"), replace),
    workspace.write(path, bytes("evil"), append),
    workspace.remove(path, { recursive: true }),
    workspace.rename(path, "temp/b.txt", { overwrite: true }),
    workspace.rename("temp/a.txt", path, { overwrite: true }),
  ]);

  expect(results).toEqual(Array.from({ length: 5 }, () => denied));
  expect(await read("SOUL.md")).toBe("kind");
});

test("protects a rule file that its owner made a link", async () => {
  await writeFile(join(root, "temp/rules.md"), "careful");
  await symlink("temp/rules.md", join(root, "SECURITY.md"));
  expect(await read("SECURITY.md")).toBe("careful");
  await expect(workspace.write("SECURITY.md", bytes("evil"), replace)).rejects.toMatchObject({
    code: "denied",
    message: "SECURITY.md can be read but not changed.",
  });
});

test("names of rule files are free below the top", async () => {
  expect(await workspace.write("temp/SOUL.md", bytes("draft"), replace)).toEqual({
    path: "temp/SOUL.md",
    bytes: 5,
  });
});

test.each(["memory", "./memory/", "Downloads", "MEMORY.md", "identity.md", "USER.md", "to-memory"])(
  "keeps %s where it is",
  async (path) => {
    await symlink("memory", join(root, "to-memory"));
    const denied = expect.objectContaining({ code: "denied" });
    await expect(workspace.remove(path, { recursive: true })).rejects.toEqual(denied);
    await expect(workspace.rename(path, "temp/x", { overwrite: false })).rejects.toEqual(denied);
  },
);

test("lets MEMORY.md and the logs be written, and logs be removed", async () => {
  await workspace.write("MEMORY.md", bytes("likes tea"), replace);
  await workspace.write("memory/2026-01-31.md", bytes("rain"), replace);
  await workspace.remove("memory/2026-01-31.md", { recursive: false });
  expect(await read("MEMORY.md")).toBe("likes tea");
});

test("keeps to its quota, counting what a write replaces and what was removed", async () => {
  await workspace.write("temp/a", bytes("x".repeat(90)), replace);
  await workspace.write("temp/a", bytes("y".repeat(96)), replace);
  await expect(workspace.write("temp/b", bytes("x"), replace)).rejects.toMatchObject({
    code: "exhausted",
    message: "The workspace uses 100 of 100 bytes; 1 more would exceed the quota.",
  });
  await expect(workspace.write("temp/a", bytes("x"), append)).rejects.toMatchObject({
    code: "exhausted",
  });
  await workspace.write("temp/a", bytes("z"), replace);
  await workspace.write("temp/b", bytes("x".repeat(95)), replace);
  await workspace.remove("temp/b", { recursive: false });
  await workspace.write("temp/c", bytes("x".repeat(95)), replace);
  expect((await workspace.info()).bytes).toBe(100);
});

test("keeps to its quota when many write at once", async () => {
  const writes = Array.from({ length: 10 }, (_, index) =>
    workspace.write(`temp/${index}`, bytes("x".repeat(30)), replace),
  );
  const results = await Promise.allSettled(writes);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("sees that its owner made room", async () => {
  await workspace.write("temp/a", bytes("x".repeat(96)), replace);
  await rm(join(root, "temp/a"));
  expect(await workspace.write("temp/b", bytes("x".repeat(96)), replace)).toEqual({
    path: "temp/b",
    bytes: 96,
  });
});

test("refuses a file of more than 50 MB", async () => {
  const roomy = await openWorkspace(openFolder(root));
  await writeFile(join(root, "temp/large"), "");
  await truncate(join(root, "temp/large"), MAX_FILE_BYTES);
  await expect(roomy.write("temp/large", bytes("x"), append)).rejects.toMatchObject({
    code: "exhausted",
    message: '"temp/large" would be 52428801 bytes long.',
  });
});

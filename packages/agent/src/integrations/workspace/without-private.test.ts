import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFolder } from "../../platform/folder.ts";
import { openWorkspace } from "./open-workspace.ts";
import { withoutPrivate } from "./without-private.ts";

async function openShared() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const folder = openFolder(home);
  const workspace = await openWorkspace(folder);
  for (const name of ["MEMORY.md", "memory/2026-01-31.md", "knowledge/a.md", "downloads/b.txt"])
    await folder.write(name, Buffer.from(name), { createFolders: true });
  return { home, shared: withoutPrivate(workspace, folder) };
}

const LIMIT = { maxBytes: 100 };

test.each([
  "MEMORY.md",
  "./memory.md",
  "STRATEGY.md",
  "USER.md",
  "memory/2026-01-31.md",
  "Memory//2026-01-31.md",
  "knowledge/a.md",
])("%s is denied where others read along", async (name) => {
  const { shared } = await openShared();

  await expect(shared.read(name, LIMIT)).rejects.toMatchObject({ code: "denied" });
  await expect(shared.stat(name)).rejects.toMatchObject({ code: "denied" });
  await expect(shared.digest(name)).rejects.toMatchObject({ code: "denied" });
});

test("a way around through a link or a parent is denied", async () => {
  const { home, shared } = await openShared();
  await symlink(path.join(home, "MEMORY.md"), path.join(home, "downloads", "link.txt"));

  for (const name of ["downloads/link.txt", "downloads/../MEMORY.md"])
    await expect(shared.read(name, LIMIT)).rejects.toMatchObject({ code: "denied" });
});

test("listings leave out what is private, and all else can be read", async () => {
  const { shared } = await openShared();
  const entries = await shared.list("", { recursive: true, filter: "files" });

  expect(entries.map((entry) => entry.path)).toEqual(["downloads/b.txt"]);
  expect(Buffer.from(await shared.read("downloads/b.txt", LIMIT)).toString()).toBe(
    "downloads/b.txt",
  );
});

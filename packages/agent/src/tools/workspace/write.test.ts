import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Expectation } from "@reeve/sdk";
import { expect, test } from "vitest";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { openFolder } from "../../platform/folder.ts";
import { callContext, openTestWorkspace, type TestWorkspace } from "../testing/contexts.ts";
import { workspaceWrite } from "./write.ts";

function write(args: unknown, files: TestWorkspace) {
  return workspaceWrite.run(workspaceWrite.params.parse(args), { ...callContext(), ...files });
}

function expectationOf(args: unknown, files: TestWorkspace) {
  const context = { ...callContext(), ...files };
  return workspaceWrite.expect?.(workspaceWrite.params.parse(args), context);
}

function probe(args: unknown, files: TestWorkspace, expected: Expectation | undefined) {
  const context = { ...callContext(), ...files, expected };
  return workspaceWrite.probe?.(workspaceWrite.params.parse(args), context);
}

test("writes text and base64, and extends", async () => {
  await using files = await openTestWorkspace();
  expect(await write({ path: "./temp/a.txt", content: "héllo" }, files)).toEqual({
    path: "temp/a.txt",
    bytes: 6,
  });
  await write({ path: "temp/a.txt", content: " you", append: true }, files);
  await write({ path: "temp/b", content: "/9g=", encoding: "base64" }, files);
  expect(await readFile(join(files.root, "temp/a.txt"), "utf8")).toBe("héllo you");
  expect([...(await readFile(join(files.root, "temp/b")))]).toEqual([0xff, 0xd8]);
});

test("refuses what is not base64", async () => {
  await using files = await openTestWorkspace();
  const args = { path: "temp/b", content: "not base64!", encoding: "base64" };
  await expect(write(args, files)).rejects.toMatchObject({ code: "invalid" });
});

test("creates no folders when told not to", async () => {
  await using files = await openTestWorkspace();
  const args = { path: "temp/new/a.txt", content: "x", createDirs: false };
  await expect(write(args, files)).rejects.toMatchObject({ code: "missing" });
});

test.each([
  ["a new file", { path: "./temp/new.txt", content: "one" }],
  ["a replacement", { path: "temp/old.txt", content: "one" }],
  ["an extension", { path: "temp/old.txt", content: "one", append: true }],
  ["an extension of nothing", { path: "temp/new.txt", content: "one", append: true }],
])("finds out whether %s was written", async (_what, args) => {
  await using files = await openTestWorkspace();
  await write({ path: "temp/old.txt", content: "old" }, files);
  const expected = await expectationOf(args, files);

  expect(await probe(args, files, expected)).toEqual({ state: "not-done" });
  const value = await write(args, files);
  expect(await probe(args, files, expected)).toEqual({ state: "done", value });
  await write({ ...args, content: "somebody else's", append: false }, files);
  expect(await probe(args, files, expected)).toEqual({ state: "unknown" });
});

test("cannot tell without an expectation", async () => {
  await using files = await openTestWorkspace();
  const args = { path: "temp/a.txt", content: "one" };
  expect(await probe(args, files, undefined)).toEqual({ state: "unknown" });
});

test("records a digest of what was there, and of what will be", async () => {
  await using files = await openTestWorkspace();
  expect(await expectationOf({ path: "temp/a.txt", content: "abc" }, files)).toEqual({
    before: "-",
    after: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  });
});

test("of two calls that write the same, only the one that wrote is done", async () => {
  const root = await mkdtemp(join(tmpdir(), "reeve-writes-"));
  const file = join(root, "writes");
  const folder = openFolder(join(root, "workspace"));
  const open = async () => openWorkspace(folder, { journal: file });
  const workspace = await open();
  const params = workspaceWrite.params.parse({ path: "a.txt", content: "x", append: true });
  const expected = await workspaceWrite.expect?.(params, { ...callContext("one"), workspace });
  await workspaceWrite.run(params, { ...callContext("one"), workspace });

  const later = { workspace: await open(), expected };
  const probed = (call: string) =>
    workspaceWrite.probe?.(params, { ...callContext(call), ...later });
  expect(await probed("two")).toEqual({ state: "not-done" });
  expect(await probed("one")).toEqual({ state: "done", value: { path: "a.txt", bytes: 1 } });
  await workspaceWrite.run(params, { ...callContext("two"), workspace: later.workspace });
  // Another call has written since, and the first is still known to be done.
  expect(await probed("one")).toMatchObject({ state: "done" });
  await rm(root, { recursive: true });
});

test("a write whose file never took its place is not done", async () => {
  const root = await mkdtemp(join(tmpdir(), "reeve-writes-"));
  const file = join(root, "writes");
  const part = `.reeve-${randomUUID()}.part`;
  await mkdir(join(root, "workspace"));
  await writeFile(join(root, "workspace", part), "x");
  await writeFile(file, `cut ${part}\nwhole .reeve-${randomUUID()}.part\n`);
  const workspace = await openWorkspace(openFolder(join(root, "workspace")), { journal: file });
  expect([workspace.hasWritten("cut"), workspace.hasWritten("whole")]).toEqual([false, true]);
  await expect(
    workspace.write("SOUL.md", Buffer.from("x"), {
      append: false,
      createFolders: true,
      call: "no",
    }),
  ).rejects.toMatchObject({ code: "denied" });
  expect(workspace.hasWritten("no")).toBe(false);
  await rm(root, { recursive: true });
});

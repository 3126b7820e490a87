import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Expectation } from "@reeve/sdk";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { openFolder } from "../../platform/folder.ts";
import { callContext, openTestWorkspace, type TestWorkspace } from "../testing/contexts.ts";
import { workspaceRename } from "./rename.ts";

const replace = { append: false, createFolders: true };

function rename(args: unknown, files: TestWorkspace) {
  return workspaceRename.run(workspaceRename.params.parse(args), { ...callContext(), ...files });
}

function expectationOf(args: unknown, files: TestWorkspace) {
  const context = { ...callContext(), ...files };
  return workspaceRename.expect?.(workspaceRename.params.parse(args), context);
}

function probe(args: unknown, files: TestWorkspace, expected: Expectation | undefined) {
  const context = { ...callContext(), ...files, expected };
  return workspaceRename.probe?.(workspaceRename.params.parse(args), context);
}

test("moves a file, and replaces one only when told so", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/a.txt", Buffer.from("a"), replace);
  await files.workspace.write("temp/b.txt", Buffer.from("b"), replace);
  const args = { from: "temp/a.txt", to: "temp/b.txt" };

  await expect(rename(args, files)).rejects.toMatchObject({ code: "conflict" });
  expect(await rename({ ...args, overwrite: true }, files)).toEqual(args);
  expect(await files.workspace.stat("temp/a.txt")).toBeUndefined();
  expect(Buffer.from(await files.workspace.read("temp/b.txt", { maxBytes: 9 })).toString()).toBe(
    "a",
  );
});

test.each([
  ["a file", { from: "temp/in/a.txt", to: "uploads/b.txt" }],
  ["a file over another", { from: "temp/in/a.txt", to: "temp/c.txt", overwrite: true }],
  ["a folder", { from: "temp/in", to: "uploads/in" }],
])("finds out whether %s was moved", async (_what, args) => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/in/a.txt", Buffer.from("a"), replace);
  await files.workspace.write("temp/c.txt", Buffer.from("c"), replace);
  const expected = await expectationOf(args, files);

  expect(await probe(args, files, expected)).toEqual({ state: "not-done" });
  const value = await rename(args, files);
  expect(await probe(args, files, expected)).toEqual({ state: "done", value });
  await files.workspace.remove(args.to, { recursive: true });
  expect(await probe(args, files, expected)).toEqual({ state: "unknown" });
});

test("of two calls that move folders, only the one that moved is done", async () => {
  const root = await mkdtemp(join(tmpdir(), "reeve-moves-"));
  const open = async () =>
    openWorkspace(openFolder(join(root, "files")), { journal: join(root, "writes") });
  const workspace = await open();
  await workspace.write("temp/in/a.txt", Buffer.from("a"), replace);
  const params = workspaceRename.params.parse({ from: "temp/in", to: "temp/out" });
  const expected = await workspaceRename.expect?.(params, { ...callContext("one"), workspace });
  await workspaceRename.run(params, { ...callContext("one"), workspace });

  const later = { workspace: await open(), expected };
  const probed = (call: string) =>
    workspaceRename.probe?.(params, { ...callContext(call), ...later });
  expect(await probed("two")).toEqual({ state: "not-done" });
  expect(await probed("one")).toEqual({
    state: "done",
    value: { from: "temp/in", to: "temp/out" },
  });
  await later.workspace.rename("temp/out", "temp/in", { overwrite: false });
  expect(await probed("one")).toEqual({ state: "not-done" });
  await rm(root, { recursive: true });
});

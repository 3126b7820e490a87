import { expect, test } from "vitest";
import type { Expectation } from "@reeve/sdk";
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

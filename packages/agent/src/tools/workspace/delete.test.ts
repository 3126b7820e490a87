import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { openFolder } from "../../platform/folder.ts";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { workspaceDelete } from "./delete.ts";

const replace = { append: false, createFolders: true };

test("deletes a folder with what is in it, and knows afterwards that it did", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/in/a.txt", Buffer.from("a"), replace);
  const args = { path: "temp/in", recursive: true };
  const expected = await workspaceDelete.expect?.(args, { ...callContext(), ...files });
  const context = { ...callContext(), ...files, expected };

  expect(await workspaceDelete.probe?.(args, context)).toEqual({ state: "not-done" });
  const value = await workspaceDelete.run(args, context);
  expect(value).toEqual({ deleted: "temp/in" });
  expect(await workspaceDelete.probe?.(args, context)).toEqual({ state: "done", value });
});

test("deletes no folder by accident, and no core file", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/in/a.txt", Buffer.from("a"), replace);
  await files.workspace.write("MEMORY.md", Buffer.from("a"), replace);
  const context = { ...callContext(), ...files };
  const attempt = (path: string) => workspaceDelete.run({ path, recursive: false }, context);

  await expect(attempt("temp/in")).rejects.toMatchObject({ code: "conflict" });
  await expect(attempt("MEMORY.md")).rejects.toMatchObject({ code: "denied" });
  await expect(attempt("temp/none")).rejects.toMatchObject({ code: "missing" });
});

test("asks with the exact path", () => {
  expect(
    workspaceDelete.confirm?.({ path: "temp/a\nYes.", recursive: false }, { language: "en" }),
  ).toBe('Permanently delete "temp/a\\nYes."?');
  expect(workspaceDelete.confirm?.({ path: "temp", recursive: true }, { language: "en" })).toBe(
    'Permanently delete "temp" and everything in it?',
  );
});

test("a delete that failed, or that another call did, is not done", async () => {
  const root = await mkdtemp(join(tmpdir(), "reeve-deletes-"));
  const open = async () =>
    openWorkspace(openFolder(join(root, "files")), { journal: join(root, "writes") });
  const workspace = await open();
  await workspace.write("temp/in/a.txt", Buffer.from("a"), replace);
  const args = { path: "temp/in", recursive: false };
  const expected = await workspaceDelete.expect?.(args, { ...callContext("one"), workspace });
  const failed = workspaceDelete.run(args, { ...callContext("one"), workspace });
  await expect(failed).rejects.toMatchObject({ code: "conflict" });
  await workspaceDelete.run({ ...args, recursive: true }, { ...callContext("two"), workspace });

  const later = { workspace: await open(), expected };
  const probed = (call: string) =>
    workspaceDelete.probe?.(args, { ...callContext(call), ...later });
  expect(await probed("one")).toEqual({ state: "not-done" });
  expect(await probed("two")).toEqual({ state: "done", value: { deleted: "temp/in" } });
  await rm(root, { recursive: true });
});

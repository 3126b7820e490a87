import { expect, test } from "vitest";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { workspaceDelete } from "./delete.ts";

const replace = { append: false, createFolders: true };

test("deletes a folder with what is in it, and knows afterwards that it did", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/in/a.txt", Buffer.from("a"), replace);
  const context = { ...callContext(), ...files, expected: undefined };
  const args = { path: "temp/in", recursive: true };

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

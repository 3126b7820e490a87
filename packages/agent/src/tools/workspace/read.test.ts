import { expect, test } from "vitest";
import { callContext, openTestWorkspace, type TestWorkspace } from "../testing/contexts.ts";
import { workspaceRead } from "./read.ts";

const replace = { append: false, createFolders: true };

function read(args: unknown, files: TestWorkspace) {
  return workspaceRead.run(workspaceRead.params.parse(args), { ...callContext(), ...files });
}

test("reads text, and anything as base64", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/a.txt", Buffer.from("ä"), replace);
  expect(await read({ path: "temp/a.txt" }, files)).toEqual({
    path: "temp/a.txt",
    bytes: 2,
    content: "ä",
  });
  expect(await read({ path: "temp/a.txt", encoding: "base64" }, files)).toEqual({
    path: "temp/a.txt",
    bytes: 2,
    content: "w6Q=",
  });
});

test("does not pass off as text what is none", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/a.png", Buffer.from([0xff, 0xd8]), replace);
  await expect(read({ path: "temp/a.png" }, files)).rejects.toMatchObject({
    code: "invalid",
    hint: 'Read it with encoding "base64".',
  });
});

test("refuses a file larger than maxSize", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/a.txt", Buffer.from("123"), replace);
  await expect(read({ path: "temp/a.txt", maxSize: 2 }, files)).rejects.toMatchObject({
    code: "exhausted",
  });
});

import { expect, test } from "vitest";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { workspaceList } from "./list.ts";

const replace = { append: false, createFolders: true };
const modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test("lists a folder with sizes and dates", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/a/b.txt", Buffer.from("123"), replace);
  const args = workspaceList.params.parse({ path: "temp", recursive: true });
  expect(await workspaceList.run(args, { ...callContext(), ...files })).toEqual({
    entries: [
      { path: "temp/a", kind: "directory", bytes: 0, modified },
      { path: "temp/a/b.txt", kind: "file", bytes: 3, modified },
    ],
    leftOut: 0,
  });
});

test("says how many entries it leaves out", async () => {
  await using files = await openTestWorkspace();
  const entry = { path: "temp/x", kind: "file", bytes: 1, modifiedAt: 0 } as const;
  const workspace = {
    ...files.workspace,
    list: async () => Array.from({ length: 502 }, () => entry),
  };
  const args = workspaceList.params.parse({});
  const modifiedAtZero = "1970-01-01T00:00:00.000Z";
  expect(await workspaceList.run(args, { ...callContext(), workspace })).toEqual({
    entries: Array.from({ length: 500 }, () => ({
      path: "temp/x",
      kind: "file",
      bytes: 1,
      modified: modifiedAtZero,
    })),
    leftOut: 2,
  });
});

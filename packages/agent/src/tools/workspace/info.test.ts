import { expect, test } from "vitest";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { workspaceInfo } from "./info.ts";

test("says how full the workspace is, and in detail only when asked", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("temp/a", Buffer.from("123"), { append: false, createFolders: true });
  const context = { ...callContext(), ...files };
  const totals = { files: 1, directories: 5, bytes: 3, quotaBytes: 1_073_741_824 };

  expect(await workspaceInfo.run({ detailed: false }, context)).toEqual(totals);
  expect(await workspaceInfo.run({ detailed: true }, context)).toEqual({
    ...totals,
    entries: [
      { path: "downloads", bytes: 0 },
      { path: "memes", bytes: 0 },
      { path: "memory", bytes: 0 },
      { path: "temp", bytes: 3 },
      { path: "uploads", bytes: 0 },
    ],
  });
});

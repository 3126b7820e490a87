import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { changes } from "@reeve/operations/memory/changes";
import { files } from "@reeve/operations/memory/files";
import { connectSocket } from "@reeve/client/socket";
import { expect, test } from "vitest";
import { openApp } from "./kit/open-app.ts";

test("the owner edits the agent's character, undoes it, and cannot delete it", async () => {
  await using app = await openApp();
  const home = path.join(app.folder, "home");
  const soul = path.join(home, "workspace", "SOUL.md");
  await writeFile(soul, "kind");
  const { signal } = new AbortController();
  using connection = await connectSocket(path.join(home, "reeve.sock"), { signal });
  const { ask } = connection;

  await ask(files.write, { path: "SOUL.md", content: "brief" });
  expect(await readFile(soul, "utf8")).toBe("brief");
  expect((await ask(changes.list, {})).items.map(({ what }) => what)).toEqual([
    "file changed: SOUL.md",
  ]);
  await ask(changes.undo, {});
  expect(await readFile(soul, "utf8")).toBe("kind");
  await expect(ask(files.delete, { path: "SOUL.md" })).rejects.toMatchObject({ code: "denied" });
});

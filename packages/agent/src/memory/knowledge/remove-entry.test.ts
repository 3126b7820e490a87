import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Folder, openFolder } from "../../platform/folder.ts";
import { createKnowledge } from "../knowledge.ts";
import { removeEntry } from "./remove-entry.ts";

let root: string;
let folder: Folder;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reeve-entry-"));
  folder = openFolder(root);
});
afterEach(() => rm(root, { recursive: true }));

const clock = { now: () => Date.UTC(2026, 10, 21, 11), timeZone: "UTC" };

async function append(contents: readonly string[], target: "persistent" | "daily" = "persistent") {
  const knowledge = createKnowledge(folder, { clock });
  for (const [index, content] of contents.entries())
    await knowledge.append({ target, content, key: String(index), section: "Taste" });
  return knowledge;
}

test.each(["persistent", "daily"] as const)("of a %s file one entry goes", async (target) => {
  const lines = "Plan:\n- tea\n\n# no heading\n- cake";
  const knowledge = await append(["Likes tea.", lines, "Likes cake."], target);
  const file = target === "persistent" ? "MEMORY.md" : "memory/2026-11-21.md";
  const remove = () => removeEntry(folder, { path: file, key: "1", content: lines });

  expect([await remove(), await remove()]).toEqual(["removed", "missing"]);

  const left = target === "persistent" ? await knowledge.readPersistent() : "";
  if (target === "persistent")
    expect(left).toBe("# Memory\n\n## Taste\n\n- Likes tea.\n- Likes cake.\n");
  else
    expect((await knowledge.readDaily()).text).toBe(
      "# 2026-11-21\n\n## Taste\n\n- 11:00 Likes tea.\n- 11:00 Likes cake.\n",
    );
});

test("an entry that somebody rewrote stays", async () => {
  const knowledge = await append(["Likes tea."]);
  await folder.edit("MEMORY.md", (text) => text.replace("tea", "coffee"), { maxBytes: 1000 });
  const entry = { path: "MEMORY.md", key: "0", content: "Likes tea." };

  expect(await removeEntry(folder, entry)).toBe("changed");

  expect(await knowledge.readPersistent()).toBe("# Memory\n\n## Taste\n\n- Likes coffee.\n");
  expect(await removeEntry(folder, { ...entry, path: "memory/none.md" })).toBe("missing");
});

import { expect, test } from "vitest";
import { fakeNotes } from "../../features/notes/testing/fake-notes.ts";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { memoryRead } from "./read.ts";

test("reads each target", async () => {
  await using files = await openTestWorkspace();
  await files.memory.append({ target: "persistent", content: "Likes tea.", key: "1" });
  await files.memory.append({ target: "daily", content: "Rain.", key: "2" });
  const notes = fakeNotes();
  await notes.create({ id: "n1", text: "milk" });
  const context = { ...callContext(), ...files, notes };
  const log = { date: "2026-11-21", text: "# 2026-11-21\n\n## Log\n\n- 12:00 Rain.\n" };
  const memoryFiles = [
    { path: "MEMORY.md", bytes: 62 },
    { path: "memory/2026-11-21.md", bytes: 65 },
  ];

  expect(await memoryRead.run({ target: "persistent" }, context)).toEqual({
    text: "# Memory\n\n## Notes\n\n- Likes tea.\n",
  });
  expect(await memoryRead.run({ target: "daily" }, context)).toEqual(log);
  expect(await memoryRead.run({ target: "daily", date: "2026-11-21" }, context)).toEqual(log);
  expect(await memoryRead.run({ target: "recent" }, context)).toEqual({ logs: [log] });
  expect(await memoryRead.run({ target: "list" }, context)).toEqual({ files: memoryFiles });
  expect(await memoryRead.run({ target: "stats" }, context)).toEqual({
    lines: 3,
    days: 1,
    notes: 1,
    files: 2,
    bytes: 127,
  });
});

test("takes a date for a daily log only", async () => {
  await using files = await openTestWorkspace();
  const args = { target: "recent", date: "2026-11-21" } as const;
  await expect(
    memoryRead.run(args, { ...callContext(), ...files, notes: fakeNotes() }),
  ).rejects.toMatchObject({
    code: "invalid",
    hint: "To read the log for a date, use the target daily.",
  });
});

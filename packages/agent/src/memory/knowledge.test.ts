import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Folder, openFolder } from "../platform/folder.ts";
import { createDailyLogger, createKnowledge } from "./knowledge.ts";

let root: string;
let folder: Folder;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reeve-knowledge-"));
  folder = openFolder(root);
});

afterEach(() => rm(root, { recursive: true }));

/** Creates a clock that shows the UTC time it is set to, for an owner in Berlin. */
function clockAt(at: string): Clock {
  return { now: () => Date.parse(at), timeZone: "Europe/Berlin" };
}

function knowledgeAt(at: string, session?: string) {
  return createKnowledge(folder, { clock: clockAt(at), session });
}

function onDisk(path: string): Promise<string> {
  return readFile(join(root, path), "utf8");
}

const noon = "2026-11-21T11:00:00Z";

test("writes lasting facts into MEMORY.md under their headings", async () => {
  const knowledge = knowledgeAt(noon);
  const target = "persistent";
  await knowledge.append({ target, section: "Tea", content: "Likes green tea.", key: "1" });
  await knowledge.append({ target, content: "Lives in Porto.", key: "2" });
  const where = await knowledge.append({ target, section: "tea", content: "No milk.", key: "3" });

  expect(where).toEqual({ path: "MEMORY.md" });
  expect(await knowledge.readPersistent()).toBe(
    "# Memory\n\n## Tea\n\n- Likes green tea.\n- No milk.\n\n## Notes\n\n- Lives in Porto.\n",
  );
});

test("marks an entry with a digest of its key", async () => {
  await knowledgeAt(noon).append({ target: "persistent", content: "Fact.", key: "call-1" });
  expect(await onDisk("MEMORY.md")).toBe(
    "# Memory\n\n## Notes\n\n- Fact. <!-- id:5d7963c4f471e142 -->\n",
  );
});

test("writes the day's log with the owner's date and time", async () => {
  const knowledge = knowledgeAt("2026-11-21T23:30:00Z");
  const where = await knowledge.append({ target: "daily", content: "Called mum.", key: "1" });

  expect(where).toEqual({ path: "memory/2026-11-22.md" });
  expect(await knowledge.readDaily()).toEqual({
    date: "2026-11-22",
    text: "# 2026-11-22\n\n## Log\n\n- 00:30 Called mum.\n",
  });
});

test("writes about a session into its section of the day's log", async () => {
  const knowledge = knowledgeAt(noon, "s-7");
  await knowledge.append({ target: "session", content: "Plans a trip.", key: "1" });
  await knowledge.append({ target: "session", section: "Hotel", content: "Booked.", key: "2" });
  expect((await knowledge.readDaily()).text).toBe(
    "# 2026-11-21\n\n## Session s-7\n\n- 12:00 Plans a trip.\n- 12:00 **Hotel** Booked.\n",
  );
});

test.each(["persistent", "daily", "session"] as const)(
  "writes an entry of the target %s once, even when the same call comes again days later",
  async (target) => {
    const entry = { target, content: "Once.", key: "call-1" };
    const first = await knowledgeAt(noon).append(entry);
    await knowledgeAt("2026-11-29T11:00:00Z").append({ target, content: "Other.", key: "2" });
    const before = await onDisk(first.path);

    const again = await knowledgeAt("2026-11-30T11:00:00Z").append(entry);

    expect(again).toEqual(first);
    expect(await onDisk(first.path)).toBe(before);
  },
);

test("writes once when the same call runs twice at a time, and loses nobody else's entry", async () => {
  const knowledge = knowledgeAt(noon);
  const keys = ["1", "1", "2", "3", "3"];
  await Promise.all(
    keys.map((key) => knowledge.append({ target: "persistent", content: `Fact ${key}.`, key })),
  );
  // Whichever of them writes first.
  const lines = (await knowledge.readPersistent()).split("\n").toSorted();
  expect(lines.filter((line) => line !== "")).toEqual([
    "# Memory",
    "## Notes",
    "- Fact 1.",
    "- Fact 2.",
    "- Fact 3.",
  ]);
});

test("keeps what the owner wrote, and finds their headings outside of code", async () => {
  const mine =
    "intro\n\n```\n## Tea\n```\n\n## Tea ##\n## Coffee\nblack\n### When\nmornings\n# End\n";
  await writeFile(join(root, "MEMORY.md"), mine.replace(" ##\n", "\n"));
  const knowledge = knowledgeAt(noon);
  await knowledge.append({ target: "persistent", section: "Tea", content: "Green.", key: "1" });
  await knowledge.append({ target: "persistent", section: "Coffee", content: "Two.", key: "2" });
  expect(await knowledge.readPersistent()).toBe(
    "intro\n\n```\n## Tea\n```\n\n## Tea\n\n- Green.\n\n## Coffee\nblack\n### When\nmornings\n- Two.\n\n# End\n",
  );
});

test("keeps what looks like a heading inside its entry", async () => {
  const knowledge = knowledgeAt(noon);
  const content = "List:\n## Notes\n\n- one";
  await knowledge.append({ target: "persistent", content, key: "1", section: "# A\n## B" });
  await knowledge.append({ target: "persistent", content: "Two.", key: "2" });
  expect(await knowledge.readPersistent()).toBe(
    "# Memory\n\n## A ## B\n\n- List:\n  ## Notes\n\n  - one\n\n## Notes\n\n- Two.\n",
  );
});

test("reads the logs of yesterday and today, as far as there are any", async () => {
  await knowledgeAt("2026-11-19T11:00:00Z").append({ target: "daily", content: "a", key: "1" });
  await knowledgeAt("2026-11-20T11:00:00Z").append({ target: "daily", content: "b", key: "2" });
  const knowledge = knowledgeAt(noon);
  expect(await knowledge.readRecent()).toEqual([
    { date: "2026-11-20", text: "# 2026-11-20\n\n## Log\n\n- 12:00 b\n" },
  ]);
  await knowledge.append({ target: "daily", content: "c", key: "3" });
  expect((await knowledge.readRecent()).map(({ date }) => date)).toEqual([
    "2026-11-20",
    "2026-11-21",
  ]);
});

test("lists the memory files, and has none at first", async () => {
  const knowledge = knowledgeAt(noon);
  expect(await knowledge.list()).toEqual([]);
  expect(await knowledge.readPersistent()).toBe("");

  await folder.write("memory/trips.md", Buffer.from("123"), { createFolders: true });
  await folder.write("memory/photo.jpg", Buffer.from("123"), { createFolders: true });
  await folder.write("MEMORY.md", Buffer.from("1"), { createFolders: true });
  expect(await knowledge.list()).toEqual([
    { path: "MEMORY.md", bytes: 1 },
    { path: "memory/trips.md", bytes: 3 },
  ]);
});

test("begins a day's log once, and never over what stands in it", async () => {
  await createDailyLogger(folder, clockAt("2026-11-20T23:30:00Z"))();
  expect(await onDisk("memory/2026-11-21.md")).toBe("# 2026-11-21\n");
  await knowledgeAt(noon).append({ target: "daily", content: "a", key: "1" });
  const log = "# 2026-11-21\n\n## Log\n\n- 12:00 a <!-- id:6b86b273ff34fce1 -->\n";
  expect(await onDisk("memory/2026-11-21.md")).toBe(log);
  const begin = createDailyLogger(folder, clockAt(noon));
  await begin();
  expect(await onDisk("memory/2026-11-21.md")).toBe(log);
  await rm(join(root, "memory/2026-11-21.md"));
  await begin();
  await expect(onDisk("memory/2026-11-21.md")).rejects.toMatchObject({ code: "ENOENT" });
});

test("keeps with an entry who stood behind it, and finds it again whoever that is", async () => {
  const entry = { target: "persistent", content: "Told so.", key: "call-1" } as const;
  const clock = clockAt(noon);
  await createKnowledge(folder, { clock, integrity: "member" }).append(entry);
  await createKnowledge(folder, { clock }).append(entry);
  expect(await onDisk("MEMORY.md")).toBe(
    "# Memory\n\n## Notes\n\n- Told so. <!-- id:5d7963c4f471e142 by:member -->\n",
  );
  expect(await knowledgeAt(noon).readPersistent()).toBe("# Memory\n\n## Notes\n\n- Told so.\n");
});

test("tells a day without a log from what is no day", async () => {
  const knowledge = knowledgeAt(noon);
  await expect(knowledge.readDaily("2026-02-28")).rejects.toMatchObject({ code: "missing" });
  await expect(knowledge.readDaily("2026-02-30")).rejects.toMatchObject({ code: "invalid" });
  await expect(knowledge.readDaily("../SOUL")).rejects.toMatchObject({ code: "invalid" });
});

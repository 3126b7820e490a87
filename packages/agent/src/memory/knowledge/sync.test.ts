import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { Fault } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Folder, openFolder } from "../../platform/folder.ts";
import type { Log, LogFields } from "../../platform/log.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { type RunKind, runWork } from "../../work/run-work.ts";
import { OPEN_QUARANTINE } from "../../work/testing/open-quarantine.ts";
import { createSync } from "./sync.ts";

let root: string;
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "reeve-sync-"));
  root = join(home, "workspace");
  await mkdir(join(root, "memory"), { recursive: true });
});

afterEach(() => rm(home, { recursive: true }));

const owner = { tenant: "home", person: "owner" };

interface Syncing extends AsyncDisposable {
  readonly store: Store;
  /** Log lines as `path: reason`. */
  readonly told: readonly string[];
  readonly commits: readonly string[];
  /** Resolves once the texts of these scopes are exactly these, in any order. */
  settled(texts: readonly string[]): Promise<void>;
}

async function startSync(change = (folder: Folder): Folder => folder): Promise<Syncing> {
  let changed = Promise.withResolvers<void>();
  const commits: string[] = [];
  const store = await openTestSqlite(join(home, "reeve.db"), {
    synchronous: "normal",
    onCommit(point, when) {
      if (when === "before") return;
      commits.push(point);
      changed.resolve();
      changed = Promise.withResolvers();
    },
  });
  const told: string[] = [];
  const add = (sentence: string, { path, item, reason }: LogFields = {}) => {
    if (typeof item === "string") told.push(`${sentence}: ${item.replace(/@.*/, "")}`);
    if (typeof reason === "string") told.push([path, reason].join(": "));
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const log: Log = { debug: add, info: add, warn: add, error: add, child: () => log };
  const stop = new AbortController();
  const folder = change(openFolder(root));
  const clock = { now: Date.now };
  const sync = createSync({ store, clock, folder, root, owner, timeZone: "UTC", log });
  const policies = { index: { firstMs: 0, longestMs: 0 } };
  const deps = { clock, log, policies, random: () => 0, quarantine: OPEN_QUARANTINE };
  const run: RunKind = (kind) => runWork(kind, { ...deps, pause: () => nextTick() }, stop.signal);
  const running = sync.run(run, stop.signal);
  return {
    store,
    told,
    commits,
    async settled(texts) {
      const wanted = texts.toSorted();
      for (;;) {
        const news = changed.promise;
        const found = (await passagesIn(store)).map(({ text }) => text).toSorted();
        if (JSON.stringify(found) === JSON.stringify(wanted)) return;
        await news;
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
      await store[Symbol.asyncDispose]();
    },
  };
}

async function passagesIn(store: Store) {
  const scope = { tenant: "home", audience: "owner", chat: null } as const;
  const lists = await Promise.all(
    (["knowledge", "session"] as const).map((source) =>
      store.read.passages.list({ ...scope, source }),
    ),
  );
  return lists.flat();
}

test("finds what is there at the start, and follows what happens to it", async () => {
  await writeFile(join(root, "MEMORY.md"), "# Memory\n\n## Tea\n\nGreen.\n");
  await using sync = await startSync();
  await sync.settled(["# Memory\n\n## Tea\n\nGreen."]);

  await mkdir(join(root, "knowledge/trips"), { recursive: true });
  await writeFile(join(root, "knowledge/trips/porto.txt"), "Booked.");
  await sync.settled(["# Memory\n\n## Tea\n\nGreen.", "Booked."]);

  await writeFile(join(root, "knowledge/trips/.porto.txt.swp"), "Paid.");
  await rename(
    join(root, "knowledge/trips/.porto.txt.swp"),
    join(root, "knowledge/trips/porto.txt"),
  );
  await sync.settled(["# Memory\n\n## Tea\n\nGreen.", "Paid."]);

  await rm(join(root, "knowledge"), { recursive: true });
  await writeFile(join(root, "MEMORY.md"), "# Memory\n\n## Tea\n\nBlack.\n");
  await sync.settled(["# Memory\n\n## Tea\n\nBlack."]);
  expect(sync.told).toEqual([]);
});

test("puts only what changed, under its owner, and finds out what went while nobody looked", async () => {
  const file = join(root, "memory/notes.md");
  await writeFile(file, "# A\n\nOne.\n\n# B\n\nTwo.\n");
  let before: readonly { id: number; ref: string; text: string }[];
  {
    await using sync = await startSync();
    await sync.settled(["# A\n\nOne.", "# B\n\nTwo."]);
    before = await passagesIn(sync.store);
  }
  expect(before).toMatchObject([
    {
      ref: "memory/notes.md#1",
      scope: { tenant: "home", audience: "owner", chat: null, source: "knowledge" },
      author: null,
      integrity: "owner",
      text: "# A\n\nOne.",
    },
    { ref: "memory/notes.md#2", text: "# B\n\nTwo." },
  ]);

  await writeFile(file, "# C\n\nThree.\n\n# A\n\nOne.\n");
  await using sync = await startSync();
  await sync.settled(["# A\n\nOne.", "# C\n\nThree."]);
  const after = await passagesIn(sync.store);
  expect(after).toMatchObject([before[0] ?? {}, { ref: "memory/notes.md#3" }]);
  expect(sync.commits).toEqual(["index-knowledge"]);
});

test("commits nothing where nothing changed", async () => {
  await writeFile(join(root, "MEMORY.md"), "Tea.");
  {
    await using sync = await startSync();
    await sync.settled(["Tea."]);
  }
  await using sync = await startSync();
  await writeFile(join(root, "memory/new.md"), "New.");
  await sync.settled(["Tea.", "New."]);
  expect(sync.commits).toEqual(["index-knowledge"]);
});

test("leaves out what is no text and what is elsewhere, and says so once", async () => {
  await writeFile(join(home, "secret.md"), "Secret.");
  await symlink(join(home, "secret.md"), join(root, "memory/link.md"));
  await symlink(home, join(root, "knowledge"));
  await writeFile(join(root, "memory/photo.jpg"), Buffer.from([0xff, 0xd8, 0xff, 0]));
  await writeFile(join(root, "memory/.hidden.md"), "Hidden.");
  await writeFile(join(root, "memory/seen.md"), "Seen.");
  await using sync = await startSync();
  await sync.settled(["Seen."]);
  await writeFile(join(root, "memory/seen.md"), "Seen again.");
  await sync.settled(["Seen again."]);
  expect(sync.told.toSorted()).toEqual([
    "knowledge: a symbolic link",
    "memory/link.md: a symbolic link",
    "memory/photo.jpg: not UTF-8 or UTF-16 text",
  ]);
});

test("notices a memory folder that comes later", async () => {
  await rm(join(root, "memory"), { recursive: true });
  await using sync = await startSync();
  await sync.settled([]);
  await mkdir(join(root, "memory"));
  await writeFile(join(root, "memory/a.md"), "One.");
  await sync.settled(["One."]);
});

test("a file that cannot be synced is given up, the others are synced, and a new version is tried", async () => {
  const bad = join(root, "memory/a.md");
  await writeFile(bad, "Broken.");
  await writeFile(join(root, "memory/b.md"), "Fine.");
  let isBroken = true;
  await using sync = await startSync((folder) => ({
    ...folder,
    async digest(path) {
      if (isBroken && path === "memory/a.md") throw new TypeError("broken on purpose");
      return folder.digest(path);
    },
  }));
  await sync.settled(["Fine."]);
  const failures = () => sync.store.read.work.of("index");
  await vi.waitUntil(async () => (await failures())[0]?.state === "failed", { timeout: 10_000 });
  expect(await failures()).toMatchObject([{ attempts: 3, reason: "internal error" }]);
  expect(sync.told).toEqual([
    ...Array.from({ length: 3 }, () => "index failed: memory/a.md"),
    "index given up: memory/a.md",
  ]);

  isBroken = false;
  await writeFile(bad, "Repaired.");
  await sync.settled(["Repaired.", "Fine."]);
  await vi.waitUntil(async () => (await failures()).length === 0, { timeout: 10_000 });
});

test("a folder that cannot be listed is listed again, and nothing is forgotten", async () => {
  await writeFile(join(root, "memory/a.md"), "One.");
  let failures = 2;
  await using sync = await startSync((folder) => ({
    ...folder,
    async list(path, options) {
      failures -= 1;
      if (failures >= 0) throw new Fault("unavailable", "the disk is away");
      return folder.list(path, options);
    },
  }));
  await sync.settled(["One."]);
  expect(sync.told).toEqual(["index failed: files", "index failed: files"]);
});

test("a folder that is removed while it is listed is gone, and the others are synced", async () => {
  await mkdir(join(root, "knowledge"));
  await writeFile(join(root, "memory/a.md"), "One.");
  await using sync = await startSync((folder) => ({
    ...folder,
    async list(path, options) {
      if (path === "knowledge") await rm(join(root, "knowledge"), { recursive: true, force: true });
      return folder.list(path, options);
    },
  }));
  await sync.settled(["One."]);
  expect(sync.told).toEqual([]);
});

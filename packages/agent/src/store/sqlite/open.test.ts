import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { addCalls, addPeople, addChat, ann, newCall, newMessage } from "../testing/rows.ts";
import { storeSuite } from "../testing/suite.ts";
import { findDamage, openSqlite } from "./open.ts";
import { dumpTables } from "./testing/dump-tables.ts";
import { migrateTo } from "./testing/migrate-to.ts";
import { openTestSqlite } from "./testing/open-test-sqlite.ts";

const owner = { tenant: "home", person: ann.id };

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-store-"));
  file = path.join(folder, "reeve.db");
});
afterEach(() => rm(folder, { recursive: true }));

const openStore = () => openSqlite(file, { synchronous: "normal" });

storeSuite("a SQLite file", async () => {
  const store = await openTestSqlite(file, { synchronous: "normal" });
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
});

describe("a SQLite file of its own process", () => {
  test("a database of a newer version is refused and stays as it is", async () => {
    await (await openStore())[Symbol.asyncDispose]();
    const database = new DatabaseSync(file);
    database.exec("insert into kysely_migration values ('0999_later', '2099-01-01T00:00:00Z')");
    database.close();
    const before = dumpTables(file);
    await expect(openStore()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        /^The database has schema 0999_later, but this version of Reeve supports only schemas up to \d{4}_\w+\.$/,
      ),
    });
    expect(dumpTables(file)).toEqual(before);
  });

  test(
    "a first start that is cut off at any statement leaves a database that opens",
    {
      timeout: 30_000,
    },
    async () => {
      const statements: string[] = [];
      const onPrepare = (statement: string) => void statements.push(statement);
      await (await openSqlite(file, { synchronous: "normal", onPrepare }))[Symbol.asyncDispose]();
      const whole = dumpTables(file);
      const changes = statements.filter((text) =>
        /^\s*(create|alter|drop|update|insert)/i.test(text),
      );
      const sample = changes.filter((_text, at) => at % 17 === 0);
      expect(sample.length).toBeGreaterThan(10);
      for (const cut of sample) {
        await rm(folder, { recursive: true });
        await mkdir(folder);
        const cutOff = openSqlite(file, {
          synchronous: "normal",
          onPrepare(statement) {
            if (statement === cut) throw new Error("cut off");
          },
        });
        await expect(cutOff).rejects.toThrow("cut off");
        await (await openStore())[Symbol.asyncDispose]();
        expect(Object.keys(dumpTables(file))).toEqual(Object.keys(whole));
      }
    },
  );

  test("before an upgrade a copy is kept, until something is forgotten", async () => {
    await migrateTo(file, "0033_waits");
    const before = dumpTables(file);
    const copy = `${file}.before-upgrade-from-0033_waits`;
    await using store = await openStore();
    expect(dumpTables(copy)).toEqual(before);
    expect(dumpTables(file)).toHaveProperty("work");
    await store.scrub([]);
    await expect(stat(copy)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a write outside of a commit is refused", async () => {
    await using store = await openStore();
    await addChat(store);
    const before = dumpTables(file);

    const writes = await Promise.allSettled([
      store.read.inbox.add(newMessage("m1")),
      store.read.chats.raiseFence(newMessage("m1").chat),
      store.read.notes.remove(owner, "n1"),
      store.slow.inbox.add(newMessage("m1")),
    ]);

    expect(writes.map(({ status }) => status)).toEqual(writes.map(() => "rejected"));
    expect(writes[0]).toMatchObject({
      reason: { message: expect.stringContaining("a write outside of a commit: insert into") },
    });
    expect(dumpTables(file)).toEqual(before);
  });

  test("everything is found again after closing and opening", async () => {
    const first = await openStore();
    await addCalls(first, [newCall("c1")]);
    const before = dumpTables(file);
    await first[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual(["reeve.db"]);

    await using again = await openStore();

    expect(dumpTables(file)).toEqual(before);
    expect(await again.read.inbox.count()).toEqual({ taken: 1 });
    expect(before["calls"]).toHaveLength(1);
  });

  test("its files are for their owner alone under the umask of the process", async () => {
    const umask = process.umask(0o077);
    await using store = await openStore().finally(() => process.umask(umask));
    await addPeople(store);
    const files = await readdir(folder);
    const modes = await Promise.all(
      files.map(async (name) => (await stat(path.join(folder, name))).mode & 0o777),
    );
    expect(files.toSorted()).toEqual(["reeve.db", "reeve.db-shm", "reeve.db-wal"]);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test("a page that was overwritten is found, in a file that opens", async () => {
    const first = await openStore();
    await addNotes(first, 200);
    expect(await first.findDamage()).toEqual([]);
    await first[Symbol.asyncDispose]();
    const { size } = await stat(file);
    // The notes were written last.
    await overwrite(size - PAGE, Buffer.alloc(PAGE, 0xff));

    await using store = await openStore();

    const damage = await store.findDamage();
    expect(damage).not.toEqual([]);
    expect(damage).toEqual(await findDamage(file));
  });

  test("a file whose end is missing, or that is no database, is damaged", async () => {
    const first = await openStore();
    await addNotes(first, 200);
    await first[Symbol.asyncDispose]();
    const { size } = await stat(file);
    await using handle = await open(file, "r+");
    await handle.truncate(Math.floor(size / PAGE / 2) * PAGE);

    expect(await findDamage(file)).not.toEqual([]);
    const other = path.join(folder, "text");
    await writeFile(other, "no database at all ".repeat(1000));
    expect(await findDamage(other)).toEqual([expect.stringContaining("file is not a database")]);
  });

  test("a backup holds a prefix of the commits that go on meanwhile", async () => {
    await using store = await openStore();
    await addNotes(store, 4000);
    let isDone = false;
    const writing = writeUntil(store, () => isDone);
    const copies = ["one.db", "two.db", "three.db"].map((name) => path.join(folder, name));
    const before: number[] = [];
    const after: number[] = [];

    for (const copy of copies) {
      before.push(store.commits);
      await store.backup(copy);
      after.push(store.commits);
    }
    isDone = true;
    const written = await writing;

    for (const [index, copy] of copies.entries()) {
      expect(after[index]).toBeGreaterThan(Number(before[index]) + 2);
      const { old, pairs } = await notesIn(copy);
      expect(old).toBe(4000);
      expect(pairs.length % 2).toBe(0);
      expect(pairs).toEqual(written.slice(0, pairs.length));
      // One commit added the old notes; those of all others before the backup are in it.
      expect(pairs.length).toBeGreaterThanOrEqual((Number(before[index]) - 1) * 2);
    }
  });

  test("a backup that cannot be written leaves the store as it was", async () => {
    await using store = await openStore();
    await addPeople(store);
    await expect(store.backup(path.join(folder, "none", "copy.db"))).rejects.toThrow(
      "unable to open database file",
    );
    await addNotes(store, 1);
    expect(await store.read.notes.list(owner, 9)).toHaveLength(1);
  });
});

/** SQLite's default, in bytes. */
const PAGE = 4096;

async function overwrite(at: number, bytes: Buffer): Promise<void> {
  await using handle = await open(file, "r+");
  await handle.write(bytes, 0, bytes.length, at);
}

function newNote(id: string, at: number) {
  return { id, title: undefined, text: "x".repeat(1000), tags: [], createdAt: at, updatedAt: at };
}

async function addNotes(store: Store, count: number): Promise<void> {
  await store.commit("note", async (tx) => {
    if (!(await tx.people.byId(ann.id)))
      await tx.people.add(ann, { tenant: "home", channel: "cli", externalId: "ann" });
    for (let index = 0; index < count; index += 1)
      await tx.notes.add(owner, newNote(`old ${index}`, 0));
  });
}

/** Returns how many notes of `addNotes`, and which of `writeUntil` a copy contains. */
async function notesIn(copy: string) {
  await using copied = await openSqlite(copy, { synchronous: "normal" });
  const ids = (await copied.read.notes.list(owner, 1_000_000)).map(({ id }) => id);
  const pairs = ids.filter((id) => id.startsWith("pair ")).toReversed();
  return { old: ids.length - pairs.length, pairs };
}

/** Commits pairs of notes one after another; returns their ids in order. */
async function writeUntil(store: Store, isDone: () => boolean): Promise<readonly string[]> {
  const written: string[] = [];
  while (!isDone()) {
    const at = written.length + 1;
    const pair = [newNote(`pair ${at}`, at), newNote(`pair ${at + 1}`, at + 1)];
    await store.commit("note", async (tx) => {
      for (const note of pair) await tx.notes.add(owner, note);
    });
    written.push(...pair.map(({ id }) => id));
  }
  return written;
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { createConnection } from "../sqlite/connection.ts";
import { sqliteDialect } from "../sqlite/dialect.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { passageEngine } from "../sqlite/open.ts";
import { layDatabase } from "../sqlite/testing/open-test-sqlite.ts";
import type { Repositories } from "../store.ts";
import { createCommits } from "./create-commits.ts";
import { createRepositories } from "./repositories.ts";
import type { Tables } from "./tables.ts";

async function work(): Promise<string> {
  return "result";
}

/** A database and the options of its repositories. */
async function openDb() {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-commits-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "reeve.db");
  await layDatabase(file);
  const connection = createConnection(openDatabase(file));
  stack.defer(() => connection.close());
  const engine = {
    canSkipLocked: false,
    indexesLater: true,
    passages: passageEngine,
    audience: { hasSubscribers: false },
  };
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  const owned = stack.move();
  return { db, engine, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test("a commit resolves when it survives a power failure, and a repeatable one at once", async () => {
  await using opened = await openDb();
  const { db, engine } = opened;
  const steps: string[] = [];
  const commits = createCommits(db, {
    engine,
    onCommit: (point, when) => steps.push(`${when} ${point}`),
    sync: async () => void steps.push("sync"),
  });
  await commits.commit("note", work);
  await commits.commit("claim", work, (result) => result === "result");
  await commits.commit("claim", work, (result) => result === "other");
  expect(steps.join(", ")).toBe(
    "before note, sync, after note, before claim, after claim, before claim, sync, after claim",
  );
});

test("a transaction that has ended refuses statements, and its connection runs others", async () => {
  await using opened = await openDb();
  const { db, engine } = opened;
  const { commit } = createCommits(db, { engine });
  const ended = await commit("note", async (tx) => tx);
  await expect(ended.outbox.due(0, 1)).rejects.toThrow("Transaction is already committed");
  const failed: Repositories[] = [];
  const broken = commit("note", async (tx) => {
    failed.push(tx);
    throw new Error("broken on purpose");
  });
  await expect(broken).rejects.toThrow("broken on purpose");
  await commit("note", async (tx) => {
    expect(await tx.outbox.due(0, 1)).toMatchObject({ due: [] });
    await expect(failed[0]?.outbox.due(0, 1)).rejects.toThrow("Transaction is already rolled back");
  });
});

test("statements outside of a transaction wait for its end", async () => {
  await using opened = await openDb();
  const { db, engine } = opened;
  const read = createRepositories(db, engine);
  const steps: string[] = [];
  let outside: Promise<unknown> | undefined;
  await createCommits(db, { engine }).commit("note", async (tx) => {
    outside = read.outbox.due(0, 1).then(() => steps.push("outside"));
    await tx.outbox.due(0, 1);
    await new Promise(setImmediate);
    steps.push("committed");
  });
  await outside;
  expect(steps).toEqual(["committed", "outside"]);
});

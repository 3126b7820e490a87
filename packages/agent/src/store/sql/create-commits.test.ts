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
import { createCommits } from "./create-commits.ts";
import type { Tables } from "./tables.ts";

async function work(): Promise<string> {
  return "result";
}

test("a commit resolves when it survives a power failure, and a repeatable one at once", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-commits-"));
  const file = path.join(folder, "reeve.db");
  await layDatabase(file);
  const connection = createConnection(openDatabase(file));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  const steps: string[] = [];
  const engine = {
    canSkipLocked: false,
    indexesLater: true,
    passages: passageEngine,
    audience: { hasSubscribers: false },
  };
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
  connection.close();
  await rm(folder, { recursive: true });
});

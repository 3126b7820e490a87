import { backup, DatabaseSync } from "node:sqlite";
import { Fault } from "@reeve/sdk";
import { Kysely } from "kysely";
import { onePerTick } from "../../kernel/one-per-tick.ts";
import type { CommitHook } from "../commit-point.ts";
import type { StoreConfig } from "../config.ts";
import { createCommits } from "../sql/create-commits.ts";
import { type Engine, migrate } from "../sql/migrations.ts";
import { createRepositories } from "../sql/repositories.ts";
import type { Tables } from "../sql/tables.ts";
import type { Store } from "../store.ts";
import { createConnection } from "./connection.ts";
import { sqliteDialect } from "./dialect.ts";
import { createDatabase } from "./create-database.ts";
import { openDatabase } from "./open-database.ts";
import { openReader } from "./reader.ts";
import { scrubFile } from "./scrub-file.ts";
import { createLogSync } from "./log-sync.ts";
import { watchFile } from "./watch-file.ts";
import { openSearch } from "./search/open-search.ts";
import { access, constants, readdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import type { PassageEngine } from "../sql/search/passages.ts";
import { runRaw } from "./search/codes/run-raw.ts";
import { createVectorStore } from "./search/codes/vector-store.ts";
import { passageTokens } from "./search/word-tokens.ts";
import { attempt } from "../../kernel/attempt.ts";

/**
 * The index of words knows neither texts nor positions: what it is given is made from the
 * passage's terms again when it is to forget it, and then erased from the file.
 */
const WORD_INDEX: readonly string[] = [
  `create virtual table passage_words using fts5 (
    tokens, content = '', columnsize = 0, detail = none, tokenize = 'ascii')`,
  `insert into passage_words (passage_words, rank) values ('secure-delete', 1)`,
];

/** Makes one segment of many: what is left of removed entries goes. Half a second for a million. */
const MERGE_WORDS = "insert into passage_words (passage_words) values ('optimize')";

/** Words in FTS5 and vectors in tables of our own, both in the caller's transaction. */
export const passageEngine: PassageEngine = {
  async addWords(db, passages) {
    const rows = passages.map(() => "(?, ?)").join(", ");
    await runRaw(
      db,
      `insert into passage_words (rowid, tokens) values ${rows}`,
      passages.flatMap(({ id, scope, terms }) => [id, passageTokens(scope, terms)]),
    );
  },
  async removeWords(db, { id, scope, terms }) {
    const tokens = passageTokens(scope, terms);
    await runRaw(
      db,
      "insert into passage_words (passage_words, rowid, tokens) values ('delete', ?, ?)",
      [id, tokens],
    );
  },
  vectors: createVectorStore,
};

/** How the schema is written for SQLite. */
export const SCHEMA: Engine = {
  orderColumn: "integer primary key autoincrement",
  rowColumn: "integer primary key",
  keyColumn: "integer primary key",
  bytesColumn: "blob",
  clustered: " without rowid",
  waitingChat: "pending > 0 and lease_owner is null",
  eventTime: "json_extract(body, '$.at')",
  orderedText: "text",
  tableNames: "select name from sqlite_master where type = 'table'",
  wordIndex: WORD_INDEX,
  passages: passageEngine,
};

/** With less the next commits may fail. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

export interface SqliteOptions extends Pick<StoreConfig, "synchronous"> {
  readonly onCommit?: CommitHook | undefined;
  /** Called once if the file is removed or replaced while it is open; nothing is stored from then on. */
  readonly onLost?: ((fault: Fault) => void) | undefined;
  /** Called with the text of each statement before it first runs; for tests that look at its plan. */
  readonly onPrepare?: ((statement: string) => void) | undefined;
}

/**
 * Opens the database file, creates it where it is missing and brings it to the
 * newest schema. The caller holds the home lock: one process writes.
 */
export async function openSqlite(file: string, options: SqliteOptions): Promise<Store> {
  const { synchronous, onCommit, onPrepare, onLost = () => {} } = options;
  await createDatabase(file);
  const database = openDatabase(file);
  const connection = createConnection(database, onPrepare);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(connection, { isReadOnly: true }) });
  await migrate(db, SCHEMA, { beforeUpgrade: ({ from }) => copyBeforeUpgrade(file, from) });

  const search = openSearch(file);
  const reader = openReader(file);
  const slow = new Kysely<Tables>({ dialect: reader.dialect });
  const engine = { ...ENGINE, audience: { hasSubscribers: await hasSubscriptions(read) } };
  const logSync = synchronous === "full" ? createLogSync(file) : undefined;
  // Statements never wait, so without it a busy process would not reach its sockets.
  const pass = onePerTick();
  const sync = logSync && (() => logSync.sync().then(pass));
  const commits = createCommits(db, { engine, onCommit, sync });
  const watch = watchFile(file, onLost);

  return {
    async commit(point, work, isRepeatable) {
      await pass();
      if (watch.fault) throw watch.fault;
      const done = await commits.commit(point, work, isRepeatable).catch((error: unknown) => {
        throw watch.checkAll() ?? error;
      });
      const lost = watch.check();
      if (lost) throw lost;
      return done;
    },
    read: createRepositories(read, engine),
    slow: createRepositories(slow, engine),
    search,
    isExclusive: true,
    publishedWakeup: commits.publishedWakeup,
    accessChanged: commits.accessChanged,
    get commits() {
      return commits.count;
    },
    async scrub(traces) {
      // They still hold what was forgotten.
      for (const copy of await upgradeCopies(file)) await rm(copy);
      return scrubFile(file, connection, { traces, first: MERGE_WORDS });
    },
    async findObstacle() {
      const lost = watch.checkAll();
      if (lost) return lost.message;
      // Whoever holds the write lock for good keeps everybody from writing.
      const begun = await attempt(db.transaction().execute(async () => undefined));
      return begun?.status === "rejected" ? String(begun.reason) : findDiskProblem(file);
    },
    findDamage: () => findDamage(file),
    async backup(target) {
      // A connection of its own and one step: our writes neither break the copy nor begin it anew.
      using source = new DatabaseSync(file, { readOnly: true });
      await backup(source, target, { rate: ALL_PAGES });
      const damage = await findDamage(target);
      if (damage.length > 0)
        throw new Fault("unavailable", `The backup ${target} is damaged: ${damage.join("; ")}.`, {
          hint: "Write the backup to another disk.",
        });
    },
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]();
      await search[Symbol.asyncDispose]();
      await reader[Symbol.asyncDispose]();
      await logSync?.[Symbol.asyncDispose]();
      connection.close();
    },
  };
}

/** Keeps the database as it was before an upgrade, in place of the copy of an earlier one. */
async function copyBeforeUpgrade(file: string, schema: string): Promise<void> {
  const old = await upgradeCopies(file);
  const target = `${file}${COPY}${schema}`;
  using source = new DatabaseSync(file, { readOnly: true });
  await backup(source, target, { rate: ALL_PAGES });
  for (const copy of old) if (copy !== target) await rm(copy);
}

const COPY = ".before-upgrade-from-";

async function upgradeCopies(file: string): Promise<readonly string[]> {
  const folder = path.dirname(file);
  const names = await readdir(folder);
  const copies = names.filter((name) => name.startsWith(path.basename(file) + COPY));
  return copies.map((name) => path.join(folder, name));
}

/** One process writes, so it knows from here on whether somebody subscribes. */
async function hasSubscriptions(db: Kysely<Tables>): Promise<boolean> {
  const first = await db.selectFrom("subscriptions").select("id").limit(1).executeTakeFirst();
  return first !== undefined;
}

/** SQLite's own check (https://sqlite.org/pragma.html#pragma_quick_check), in a thread. */
export async function findDamage(file: string): Promise<readonly string[]> {
  await using reader = openReader(file);
  const rows = await reader
    .all<{ quick_check: string }>("pragma quick_check(20)")
    // A file can be too damaged for the check to begin.
    .catch((error: unknown) => [{ quick_check: String(error) }]);
  return rows.map((row) => row.quick_check).filter((line) => line !== "ok");
}

const ALL_PAGES = 2 ** 31 - 1;

const ENGINE = { canSkipLocked: false, passages: passageEngine, indexesLater: true };

/** Why a file cannot be written to, as far as its disk says; undefined when it can. */
async function findDiskProblem(file: string): Promise<string | undefined> {
  const writable = await attempt(access(file, constants.W_OK));
  if (writable?.status === "rejected") return `Cannot write to ${file}: ${writable.reason}`;
  const { bavail, bsize } = await statfs(path.dirname(file));
  const free = bavail * bsize;
  if (free >= MIN_FREE_BYTES) return undefined;
  return `The disk of ${file} has ${Math.floor(free / 1_048_576)} MB left.`;
}

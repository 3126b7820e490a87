import { Fault } from "@reeve/sdk";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool, types } from "pg";
import type { CommitHook } from "../commit-point.ts";
import { createCommits } from "../sql/create-commits.ts";
import { type Engine, migrate } from "../sql/migrations.ts";
import { createRepositories } from "../sql/repositories.ts";
import type { Tables } from "../sql/tables.ts";
import type { Store } from "../store.ts";
import type { PassageEngine } from "../sql/search/passages.ts";
import { attempt } from "../../kernel/attempt.ts";

/** Passages are stored for later indexing; searches do not find them yet. */
const withoutSearch: PassageEngine = {
  addWords: async () => {},
  removeWords: async () => {},
  vectors: () => ({
    spaces: async () => [],
    openSpace: refuseSearch,
    pending: async () => [],
    counts: refuseSearch,
    setVectors: refuseSearch,
    tidy: async () => false,
    isTidy: async () => true,
    remove: async () => {},
  }),
};

/** How the schema is written for PostgreSQL. */
export const SCHEMA: Engine = {
  orderColumn: "bigint generated always as identity primary key",
  rowColumn: "bigint generated always as identity primary key",
  keyColumn: "bigint primary key",
  bytesColumn: "bytea",
  clustered: "",
  waitingChat: "pending > 0",
  // The last one is that of the event; in a text, its quotes would be escaped.
  eventTime: `substring(body from '.*"at":([0-9]+)')::bigint`,
  orderedText: `text collate "C"`,
  tableNames: "select tablename as name from pg_tables where schemaname = current_schema()",
  wordIndex: [],
  passages: withoutSearch,
};

const INT8 = types.builtins.INT8;

export interface PostgresOptions {
  readonly onCommit?: CommitHook | undefined;
}

/** Connects to a database by its URL and brings it to the newest schema. */
export async function openPostgres(
  url: string,
  { onCommit }: PostgresOptions = {},
): Promise<Store> {
  const pool = new Pool({ connectionString: url, max: 8, types: { getTypeParser } });
  // The pool replaces an idle connection that broke; without a listener the process would end.
  pool.on("error", ignoreBrokenIdle);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db, SCHEMA);
  const read = createRepositories(db, ENGINE);
  const commits = createCommits(db, { engine: ENGINE, onCommit });

  return {
    commit: commits.commit,
    read,
    slow: read,
    search: { find: refuseSearch, audit: refuseSearch },
    isExclusive: false,
    publishedWakeup: commits.publishedWakeup,
    accessChanged: commits.accessChanged,
    get commits() {
      return commits.count;
    },
    // The server's administrator decides where and how long dead rows are stored.
    scrub: async () => true,
    async findObstacle() {
      const asked = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
      const answer = await attempt(asked);
      if (answer?.status === "rejected") return String(answer.reason);
      return answer?.value.rows[0]?.standby ? "The server is a standby: it only reads." : undefined;
    },
    findDamage: async () => [],
    async backup() {
      throw new Fault("unavailable", "Reeve cannot back up a PostgreSQL database.", {
        hint: "Use pg_dump.",
      });
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
    },
  };
}

/** Other processes can subscribe, too, so each commit checks for subscribers. */
const ENGINE = {
  canSkipLocked: true,
  passages: withoutSearch,
  // Rows of several processes do not become visible in the order of their numbers.
  indexesLater: false,
  audience: { hasSubscribers: true },
};

/** Our int8 columns hold times and counters: safe integers. */
function getTypeParser(...[id, format]: Parameters<typeof types.getTypeParser>) {
  return id === INT8 ? Number : types.getTypeParser(id, format);
}

function ignoreBrokenIdle(): void {}

/** Rejects every search: this engine has none. */
async function refuseSearch(): Promise<never> {
  throw new Fault("unavailable", "Memory search is not available on PostgreSQL yet.", {
    hint: "Use the built-in database, or set embedding.provider to none.",
  });
}

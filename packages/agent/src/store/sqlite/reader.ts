import {
  type CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { createAskedThread } from "./rpc-thread.ts";

/** A read-only connection in a thread of its own: long queries do not hold up the process. */
export interface Reader extends AsyncDisposable {
  readonly dialect: Dialect;
  all<Row>(sql: string): Promise<readonly Row[]>;
}

/** Query for the thread; it returns rows. */
export type ReaderQuestion = Pick<CompiledQuery, "sql" | "parameters">;

/** Long queries are rare, and a thread takes a dozen megabytes. */
const IDLE_MS = 15_000;

/** The thread starts with the first query, and does not keep the process alive. */
export function openReader(file: string): Reader {
  const thread = createAskedThread<ReaderQuestion, unknown[]>(threadUrl(), file, {
    idleMs: IDLE_MS,
  });

  const ask = async <Row>({ sql, parameters }: ReaderQuestion): Promise<QueryResult<Row>> => ({
    rows: typed<Row>(await thread.ask({ sql, parameters })),
  });

  return {
    all: async <Row>(sql: string) => (await ask<Row>({ sql, parameters: [] })).rows,
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => ({
          executeQuery: ask,
          streamQuery: () => {
            throw new Error("SQLite results are not streamed");
          },
        }),
        releaseConnection: async () => {},
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: async () => {},
      }),
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function threadUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./reader-thread.${extension}`, import.meta.url);
}

function typed<Row>(rows: unknown[]): Row[];
function typed(rows: unknown[]): unknown[] {
  return rows;
}

async function refuse(): Promise<never> {
  throw new Error("a reader has no transactions");
}

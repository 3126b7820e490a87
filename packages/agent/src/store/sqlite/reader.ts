import { Worker } from "node:worker_threads";
import { Fault } from "@reeve/sdk";
import {
  type CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

/** A read-only connection in a thread of its own: long queries do not hold up the process. */
export interface Reader extends AsyncDisposable {
  readonly dialect: Dialect;
  all<Row>(sql: string): Promise<readonly Row[]>;
}

/** What the thread answers with, by the question's number. */
export type ReaderAnswer =
  | { readonly question: number; readonly rows: unknown[] }
  | { readonly question: number; readonly error: string };

export interface ReaderQuestion {
  readonly question: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The thread starts with the first query, and does not keep the process alive. */
export function openReader(file: string): Reader {
  const open = new Map<number, PromiseWithResolvers<unknown[]>>();
  let questions = 0;
  let worker: Worker | undefined;

  const start = () => {
    const started = new Worker(workerUrl(), { workerData: file });
    started.unref();
    started.on("message", (answer: ReaderAnswer) => {
      const promise = open.get(answer.question);
      open.delete(answer.question);
      if (open.size === 0) started.unref();
      if ("rows" in answer) promise?.resolve(answer.rows);
      else promise?.reject(new Error(answer.error));
    });
    started.on("error", (error) => {
      for (const promise of open.values()) promise.reject(error);
      open.clear();
      worker = undefined;
    });
    return started;
  };

  const ask = async <Row>({
    sql,
    parameters,
  }: Pick<CompiledQuery, "sql" | "parameters">): Promise<QueryResult<Row>> => {
    worker ??= start();
    const question = ++questions;
    const promise = Promise.withResolvers<unknown[]>();
    open.set(question, promise);
    worker.ref();
    worker.postMessage({ question, sql, parameters });
    return { rows: typed<Row>(await promise.promise) };
  };

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
    async [Symbol.asyncDispose]() {
      await worker?.terminate();
      const closed = new Fault("aborted", "The database was closed before the query ended.");
      for (const promise of open.values()) promise.reject(closed);
      open.clear();
    },
  };
}

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function workerUrl(): URL {
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

import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";
import { toFault } from "./error.ts";

/** How many prepared statements are kept. */
const CACHE_SIZE = 512;

/** One SQLite connection: statements are prepared once, users take turns. */
export interface Connection {
  execute<Row>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row>;
  /** Resolves when the connection is free; the caller then owns it until `release`. */
  acquire(): Promise<void>;
  release(): void;
  /** SQLite ends a transaction itself when it could not write. */
  readonly isInTransaction: boolean;
  close(): void;
}

export function createConnection(
  db: DatabaseSync,
  onPrepare: (statement: string) => void = ignore,
): Connection {
  const statements = new Map<string, Statement>();
  const waiting: (() => void)[] = [];
  let isTaken = false;

  return {
    execute(query) {
      try {
        const known = statements.get(query.sql);
        if (!known) onPrepare(query.sql);
        return run(known ?? prepare(db, statements, query.sql), query.parameters);
      } catch (error) {
        throw toFault(error);
      }
    },

    async acquire() {
      if (!isTaken) {
        isTaken = true;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },

    release() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },

    get isInTransaction() {
      return db.isTransaction;
    },

    close: () => db.close(),
  };
}

interface Statement {
  readonly prepared: StatementSync;
  readonly isReader: boolean;
}

function prepare(db: DatabaseSync, statements: Map<string, Statement>, text: string): Statement {
  const prepared = db.prepare(text);
  const statement = { prepared, isReader: prepared.columns().length > 0 };
  if (statements.size >= CACHE_SIZE) statements.clear();
  statements.set(text, statement);
  return statement;
}

function run<Row>(
  { prepared, isReader }: Statement,
  parameters: readonly unknown[],
): QueryResult<Row> {
  const values = parameters.map(toInput);
  if (isReader) return { rows: rowsOf<Row>(prepared.all(...values)) };
  const { changes, lastInsertRowid } = prepared.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** The row type is the query's own: Kysely checked it when the query was built. */
function rowsOf<Row>(rows: unknown[]): Row[];
function rowsOf(rows: unknown[]): unknown[] {
  return rows;
}

function toInput(value: unknown): SQLInputValue {
  if (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Uint8Array
  )
    return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}`);
}

function ignore(): void {}

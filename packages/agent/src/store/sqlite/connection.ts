import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";
import {
  classifyStatement,
  createTableChanges,
  type RanStatement,
  type TableChanges,
} from "../sql/table-changes.ts";
import { toFault } from "./error.ts";
import { plannedOnce } from "./planned-once.ts";

/** Maximum number of cached prepared statements. */
const CACHE_SIZE = 512;

/** One SQLite connection: statements are prepared once, users take turns. */
export interface Connection {
  execute<Row>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row>;
  /** Whether somebody owns the connection. */
  readonly isTaken: boolean;
  /** Resolves when the connection is free; the caller then owns it until `release`. */
  acquire(): Promise<void>;
  release(): void;
  /** Tables as this connection changes them; no other one writes. */
  readonly changes: TableChanges;
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
  const changes = createTableChanges();
  let isTaken = false;

  return {
    changes,
    get isTaken() {
      return isTaken;
    },

    execute<Row>(query: Pick<CompiledQuery, "sql" | "parameters">) {
      try {
        const known = statements.get(query.sql);
        if (!known) onPrepare(query.sql);
        const statement = known ?? prepare(db, statements, query.sql);
        // A transaction begins and is committed only if that succeeds.
        const isAfter = statement.effect === "begin" || statement.effect === "commit";
        if (!isAfter) changes.ran(statement.effect);
        const done = run<Row>(statement, query.parameters);
        if (isAfter) changes.ran(statement.effect);
        return done;
      } catch (error) {
        // Whether SQLite has ended the transaction itself or somebody else is going to, it is undone.
        if (statements.get(query.sql)?.effect === "commit") changes.ran("rollback");
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
  readonly effect: RanStatement;
  readonly prepared: StatementSync;
  /** Column names of the rows; empty if the statement returns none. */
  readonly columns: readonly string[];
}

function prepare(db: DatabaseSync, statements: Map<string, Statement>, text: string): Statement {
  const prepared = db.prepare(plannedOnce(text));
  const columns = prepared.columns().map(({ name }) => name);
  const statement = { prepared, columns, effect: classifyStatement(text) };
  // Objects that the driver makes are slow to make and slow to read.
  prepared.setReturnArrays(true);
  if (statements.size >= CACHE_SIZE) statements.clear();
  statements.set(text, statement);
  return statement;
}

function run<Row>(
  { prepared, columns }: Statement,
  parameters: readonly unknown[],
): QueryResult<Row> {
  const values = parameters.map(toInput);
  if (columns.length > 0) return { rows: rowsOf<Row>(arraysOf(prepared.all(...values)), columns) };
  const { changes, lastInsertRowid } = prepared.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** The row type is the query's own: Kysely checked it when the query was built. */
function rowsOf<Row>(arrays: readonly Values[], columns: readonly string[]): Row[];
function rowsOf(arrays: readonly Values[], columns: readonly string[]): unknown[] {
  return arrays.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at++) row[columns[at] ?? ""] = values[at];
    return row;
  });
}

type Values = readonly unknown[];

/** Narrows the driver's rows to the arrays that it was configured to return. */
function arraysOf(rows: unknown): readonly Values[];
function arraysOf(rows: unknown): unknown {
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

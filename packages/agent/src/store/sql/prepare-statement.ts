import type { CompiledQuery, Kysely } from "kysely";
import { executeSoon } from "./direct-connection.ts";
import { findChanges } from "./table-changes.ts";
import type { Tables } from "./tables.ts";

/** A query that is built once for each database, and from then on only run, with other values. */
export interface Statement<Values, Row> {
  all(db: Kysely<Tables>, values: Values): Promise<readonly Row[]>;
  first(db: Kysely<Tables>, values: Values): Promise<Row | undefined>;
  /** The only row; that there is none is a bug. */
  one(db: Kysely<Tables>, values: Values): Promise<Row>;
  /** Runs the statement for its changes; returns the number of changed rows. */
  run(db: Kysely<Tables>, values: Values): Promise<number>;
}

/** Compilable query: a builder or a piece of SQL. */
interface Query<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/**
 * Prepares a statement, because building and compiling a query takes longer than running it. `build` gets a
 * placeholder for each value, which it may use in place of the value and must not inspect. A list has a
 * placeholder for each element, so it is rebuilt for each length.
 *
 * `reuse` names all tables that the statement reads, if they rarely change: where only this process writes,
 * rows are reused until one of these tables changes. Nobody may change the rows.
 */
export function prepareStatement<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Query<Row>,
  reuse?: readonly (keyof Tables)[],
): Statement<Values, Row> {
  const known = new WeakMap<object, Map<string, Prepared<Row>>>();
  let hasLists: boolean | undefined;

  const preparedFor = (db: Kysely<Tables>, values: Values): Prepared<Row> => {
    // Transactions share the adapter of their database, and everything that reads it where its changes are known.
    const { adapter } = db.getExecutor();
    const database = findChanges(adapter) ?? adapter;
    hasLists ??= shapeOf(values) !== "";
    const shape = hasLists ? shapeOf(values) : "";
    const shapes = known.get(database) ?? new Map<string, Prepared<Row>>();
    const prepared = shapes.get(shape) ?? prepare(build(db, placeholders(values)).compile(db));
    if (!shapes.has(shape)) known.set(database, shapes.set(shape, prepared));
    return prepared;
  };
  const run = (db: Kysely<Tables>, values: Values) =>
    executeSoon(db, fill(preparedFor(db, values), values));
  const rowsOf = async (db: Kysely<Tables>, values: Values): Promise<readonly Row[]> => {
    const changes = reuse && findChanges(db.getExecutor().adapter);
    // What a transaction has written is nobody else's before it is committed: they wait for its end.
    if (!changes || (!db.isTransaction && changes.areOpen(reuse)))
      return (await run(db, values)).rows;
    const { reused, ...prepared } = preparedFor(db, values);
    // Read before the rows are: they may be newer than their version, and never older.
    const version = changes.versionOf(reuse);
    if (reused.version !== version || reused.rows.size >= MAX_REUSED) reused.rows.clear();
    reused.version = version;
    const query = fill(prepared, values);
    const key = query.parameters.map((value) => `${typeof value} ${String(value)}`).join("\0");
    const stored = reused.rows.get(key);
    if (stored) return stored;
    const { rows } = await executeSoon(db, query);
    if (reused.version === version) reused.rows.set(key, rows);
    return rows;
  };

  return {
    all: rowsOf,
    first: async (db, values) => (await rowsOf(db, values))[0],
    one: async (db, values) => {
      const [row] = await rowsOf(db, values);
      if (!row) throw new Error(`no row: ${preparedFor(db, values).compiled.sql}`);
      return row;
    },
    run: async (db, values) => Number((await run(db, values)).numAffectedRows ?? 0),
  };
}

/** Values for which a statement's rows are reused at once. */
const MAX_REUSED = 1000;

interface Prepared<Row> {
  /** Rows by values, of one version of the tables. */
  readonly reused: { version: number; readonly rows: Map<string, readonly Row[]> };
  readonly compiled: CompiledQuery<Row>;
  /** Value for each parameter, or its constant. */
  readonly slots: readonly (Placeholder | { readonly constant: unknown })[];
}

/** Placeholder of a value; `at` is an index in a list. */
class Placeholder {
  readonly name: string;
  readonly at: number | undefined;

  constructor(name: string, at?: number) {
    this.name = name;
    this.at = at;
  }
}

function prepare<Row>(compiled: CompiledQuery<Row>): Prepared<Row> {
  const slots = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? parameter : { constant: parameter },
  );
  return { compiled, slots, reused: { version: 0, rows: new Map() } };
}

function fill<Row>(
  { compiled, slots }: Pick<Prepared<Row>, "compiled" | "slots">,
  values: object,
): CompiledQuery<Row> {
  const given = recordOf(values);
  const parameters = slots.map((slot) => {
    if (!(slot instanceof Placeholder)) return slot.constant;
    const value = given[slot.name];
    return slot.at === undefined ? value : listOf(value)[slot.at];
  });
  const { query, queryId, sql } = compiled;
  return { query, queryId, sql, parameters };
}

/** Lists by their lengths. */
function shapeOf(values: object): string {
  const given = recordOf(values);
  let shape = "";
  for (const name in given) {
    const value = given[name];
    if (Array.isArray(value)) shape += `${name}:${value.length} `;
  }
  return shape;
}

function placeholders<Values extends object>(values: Values): Values;
function placeholders(values: object): object {
  return Object.fromEntries(
    Object.entries(recordOf(values)).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((_, at) => new Placeholder(name, at))
        : new Placeholder(name),
    ]),
  );
}

function recordOf(values: object): Readonly<Record<string, unknown>>;
function recordOf(values: unknown): unknown {
  return values;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

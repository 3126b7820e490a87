import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** A query that is built once for each database, and from then on only run, with other values. */
export interface Statement<Values, Row> {
  all(db: Kysely<Tables>, values: Values): Promise<Row[]>;
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
 */
export function prepareStatement<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Query<Row>,
): Statement<Values, Row> {
  const known = new WeakMap<object, Map<string, Prepared<Row>>>();
  let hasLists: boolean | undefined;

  const preparedFor = (db: Kysely<Tables>, values: Values): Prepared<Row> => {
    // Transactions share the adapter of their database.
    const { adapter } = db.getExecutor();
    hasLists ??= shapeOf(values) !== "";
    const shape = hasLists ? shapeOf(values) : "";
    const shapes = known.get(adapter) ?? new Map<string, Prepared<Row>>();
    const prepared = shapes.get(shape) ?? prepare(build(db, placeholders(values)).compile(db));
    if (!shapes.has(shape)) known.set(adapter, shapes.set(shape, prepared));
    return prepared;
  };
  const run = (db: Kysely<Tables>, values: Values) =>
    db.executeQuery(fill(preparedFor(db, values), values));

  return {
    all: async (db, values) => (await run(db, values)).rows,
    first: async (db, values) => (await run(db, values)).rows[0],
    one: async (db, values) => {
      const [row] = (await run(db, values)).rows;
      if (!row) throw new Error(`no row: ${preparedFor(db, values).compiled.sql}`);
      return row;
    },
    run: async (db, values) => Number((await run(db, values)).numAffectedRows ?? 0),
  };
}

interface Prepared<Row> {
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
  return { compiled, slots };
}

function fill<Row>({ compiled, slots }: Prepared<Row>, values: object): CompiledQuery<Row> {
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

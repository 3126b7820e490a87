import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { plannedOnce } from "../planned-once.ts";

/** Prepares a select whose rows come as arrays, which is the fastest; the caller names their columns. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller knows its statement
export function prepareQuery<Row extends readonly unknown[]>(
  db: DatabaseSync,
  text: string,
): (...parameters: readonly SQLInputValue[]) => readonly Row[] {
  const statement = db.prepare(plannedOnce(text));
  statement.setReturnArrays(true);
  return (...parameters) => typed<Row>(statement.all(...parameters));
}

// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller knows its statement
function typed<Row>(rows: unknown): readonly Row[];
function typed(rows: unknown): unknown {
  return rows;
}

import { CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "../../../sql/tables.ts";

/** Runs a statement in the engine's own SQL; the caller names the columns. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller knows its statement
export async function runRaw<Row>(
  db: Kysely<Tables>,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...RAW, sql: text.trim(), parameters });
  return rows;
}

/** Part of every query that drivers ignore, created once. */
const RAW = CompiledQuery.raw("");

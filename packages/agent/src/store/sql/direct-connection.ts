import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Tables } from "./tables.ts";

/** Connection whose queries never wait for a database: they need no place in the queue of Kysely. */
export interface DirectConnection {
  /** Whether somebody's transaction is open. */
  readonly isTaken: boolean;
  readonly execute: <Row>(query: CompiledQuery<Row>) => QueryResult<Row>;
}

const connections = new WeakMap<object, DirectConnection>();
const openTransactions = new WeakSet<object>();

/** Lets prepared statements of the database that `adapter` belongs to run directly. */
export function registerDirect(adapter: object, connection: DirectConnection): void {
  connections.set(adapter, connection);
}

/** Runs `work`, whose statements may run directly until it ends: a transaction that has ended must refuse them. */
export async function whileOpen<Transaction extends Kysely<Tables>, Result>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  openTransactions.add(transaction);
  try {
    return await work(transaction);
  } finally {
    openTransactions.delete(transaction);
  }
}

/** Runs a query directly if that is possible now, and otherwise when it is its turn. */
export function executeSoon<Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const direct = connections.get(db.getExecutor().adapter);
  const isPossible = db.isTransaction ? openTransactions.has(db) : direct?.isTaken === false;
  return direct && isPossible ? direct.execute(query) : db.executeQuery(query);
}

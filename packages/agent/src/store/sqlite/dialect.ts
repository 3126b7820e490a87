import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { registerDirect } from "../sql/direct-connection.ts";
import { registerChanges } from "../sql/table-changes.ts";
import type { Connection } from "./connection.ts";

/**
 * SQLite's schema changes are part of the transaction (https://www.sqlite.org/lang_transaction.html), so an
 * upgrade that is cut off changes nothing.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Creates a Kysely dialect over one connection. Transactions begin `immediate`, so that they wait at their
 * start and never fail in the middle. With `isReadOnly`, everything except selects is rejected: writes must
 * be named commits.
 */
export function sqliteDialect(
  connection: Connection,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Dialect {
  const execute = <Row>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row> => {
    if (isReadOnly && !/^(select|with|pragma)\b/i.test(query.sql))
      throw new Error(`a write outside of a commit: ${query.sql}`);
    return connection.execute(query);
  };
  const handle: DatabaseConnection = {
    executeQuery: async (query) => execute(query),
    streamQuery: () => {
      throw new Error("SQLite results are not streamed");
    },
  };

  const send = async (statement: string) => {
    connection.execute(CompiledQuery.raw(statement));
  };

  return {
    createAdapter: () => {
      const adapter = new TransactionalAdapter();
      registerChanges(adapter, connection.changes);
      registerDirect(adapter, {
        execute,
        get isTaken() {
          return connection.isTaken;
        },
      });
      return adapter;
    },
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => {
        await connection.acquire();
        return handle;
      },
      releaseConnection: async () => connection.release(),
      beginTransaction: () => send("begin immediate"),
      commitTransaction: () => send("commit"),
      rollbackTransaction: async () => {
        if (connection.isInTransaction) await send("rollback");
      },
      destroy: async () => {},
    }),
  };
}

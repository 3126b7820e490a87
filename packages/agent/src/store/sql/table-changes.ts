/**
 * Versions of the tables of a database that only this process writes. The rows of a statement can be used
 * again until one of its tables changes.
 */
export interface TableChanges {
  /** Returns the sum of the versions of tables; it grows with each write to one of them. */
  versionOf(tables: readonly string[]): number;
  /** Whether the open transaction has written to one of these tables. */
  areOpen(tables: readonly string[]): boolean;
  /** Reports a statement, in the order in which they run. */
  ran(statement: RanStatement): void;
}

/** Effect of a statement on the database. */
export type RanStatement = "read" | "begin" | "commit" | "rollback" | { readonly writes: string };

/** Creates the versions of a database's tables, all 0. */
export function createTableChanges(): TableChanges {
  const versions = new Map<string, number>();
  /** Tables that the open transaction has written to. */
  const open = new Set<string>();
  let hasBegun = false;
  const change = (table: string) => versions.set(table, (versions.get(table) ?? 0) + 1);
  return {
    versionOf: (tables) => tables.reduce((sum, table) => sum + (versions.get(table) ?? 0), 0),
    areOpen: (tables) => tables.some((table) => open.has(table)),
    ran(statement) {
      if (statement === "read") return;
      if (typeof statement === "object") {
        change(statement.writes);
        if (hasBegun) open.add(statement.writes);
        return;
      }
      // A transaction that was not committed, for whatever reason, has undone its writes.
      if (statement !== "commit") open.forEach(change);
      open.clear();
      hasBegun = statement === "begin";
    },
  };
}

const WRITE = /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update|delete\s+from)\s+"?(\w+)/i;

/** Classifies a statement by its text. Triggers and cascades are not known; the schema has none. */
export function classifyStatement(sql: string): RanStatement {
  const first = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase();
  if (first === "begin" || first === "commit" || first === "rollback") return first;
  if (first === "select" || first === "pragma") return "read";
  const table = WRITE.exec(sql)?.[1];
  return table === undefined ? "read" : { writes: table };
}

const changesOf = new WeakMap<object, TableChanges>();

/** Lets statements of the database that `adapter` belongs to reuse rows until `changes` reports a write. */
export function registerChanges(adapter: object, changes: TableChanges): void {
  changesOf.set(adapter, changes);
}

/** Returns the versions of a database's tables; undefined if other processes write, too. */
export function findChanges(adapter: object): TableChanges | undefined {
  return changesOf.get(adapter);
}

const BOUND_LIMIT = /\blimit (\?\d*)/gi;

/**
 * Writes limits so that a statement is compiled once. SQLite plans by the value of a bound limit, and compiles the
 * statement again each time one is bound (`sqlite3ExprIsInteger` in https://sqlite.org/src/file/src/expr.c). It does
 * not look into sums.
 */
export function plannedOnce(statement: string): string {
  return statement.replaceAll(BOUND_LIMIT, "limit $1 + 0");
}

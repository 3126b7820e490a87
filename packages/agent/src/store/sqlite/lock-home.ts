import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./error.ts";

/**
 * Proves that no other process uses the home folder, for as long as it is held.
 * It is an open exclusive transaction, so the system frees it when the process
 * dies, however that happens. Undefined when another process holds it.
 */
export function lockHome(file: string): Disposable | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}

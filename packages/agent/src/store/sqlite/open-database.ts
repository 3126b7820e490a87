import { DatabaseSync } from "node:sqlite";
import { toFault } from "./error.ts";

/**
 * Opens the database file as the store writes it, and creates it where it is
 * missing. The caller closes it. A file that is not a database is a fault.
 * Commits survive a power failure once `createLogSync` has written them to the disk.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma foreign_keys = on;
      pragma secure_delete = on;
      pragma mmap_size = 268435456;
    `);
  } catch (error) {
    database.close();
    throw toFault(error);
  }
  return database;
}

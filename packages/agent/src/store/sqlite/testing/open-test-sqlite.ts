import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Store } from "../../store.ts";
import { openSqlite, type SqliteOptions } from "../open.ts";

/** Opens a store as `openSqlite` does, for a tenth of the work where the file is missing. */
export async function openTestSqlite(file: string, options: SqliteOptions): Promise<Store> {
  await layDatabase(file);
  return openSqlite(file, options);
}

/** Writes an empty database of the newest schema where the file is missing. */
export async function layDatabase(file: string): Promise<void> {
  if (existsSync(file)) return;
  template ??= createTemplate();
  await writeFile(file, await template, { mode: 0o644 });
}

/** Migrations take a hundred milliseconds, so a process runs them once. */
let template: Promise<Buffer> | undefined;

async function createTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-template-"));
  const file = path.join(folder, "reeve.db");
  const store = await openSqlite(file, { synchronous: "normal" });
  await store[Symbol.asyncDispose]();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

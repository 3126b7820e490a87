import { open } from "node:fs/promises";
import { CompiledQuery } from "kysely";
import type { Connection } from "./connection.ts";

const CHUNK = 262_144;
/** Each one is looked for in the whole file. */
const MAX_TRACES = 16;

export interface ScrubOptions {
  readonly traces: readonly string[] | "all";
  /** A statement that removes what is left in an index. */
  readonly first?: string | undefined;
}

/**
 * Moves everything from the log into the database file, where deleted cells are zeros (`secure_delete`). A
 * divided page keeps a copy of the cells that left it, for about one row in two hundred, so the file is
 * rewritten if it contains a trace or for `all`. Returns false if a reader holds the log.
 */
export async function scrubFile(
  file: string,
  connection: Connection,
  { traces, first }: ScrubOptions,
): Promise<boolean> {
  if (first) await run(connection, (free) => free.execute(CompiledQuery.raw(first)));
  if (!(await run(connection, checkpoint))) return false;
  if (traces !== "all" && !(await holdsOne(file, traces))) return true;
  await run(connection, (free) => free.execute(CompiledQuery.raw("vacuum")));
  return run(connection, checkpoint);
}

/** Between the transactions of others. */
async function run<Result>(
  connection: Connection,
  work: (connection: Connection) => Result,
): Promise<Result> {
  await connection.acquire();
  try {
    return work(connection);
  } finally {
    connection.release();
  }
}

function checkpoint(connection: Connection): boolean {
  const query = CompiledQuery.raw("pragma wal_checkpoint(truncate)");
  const { rows } = connection.execute<{ busy: number }>(query);
  return rows.every(({ busy }) => busy === 0);
}

/** Checks for traces in the encoding of the database, also in their JSON form. */
async function holdsOne(file: string, traces: readonly string[]): Promise<boolean> {
  const forms = traces
    .slice(0, MAX_TRACES)
    .flatMap((trace) => [trace, JSON.stringify(trace).slice(1, -1)]);
  const needles = [...new Set(forms)]
    .filter((form) => form !== "")
    .map((form) => Buffer.from(form));
  const overlap = Math.max(0, ...needles.map(({ length }) => length - 1));
  await using handle = await open(file);
  const buffer = Buffer.alloc(overlap + CHUNK);
  for (let at = 0; ; at += CHUNK) {
    const { bytesRead } = await handle.read(buffer, overlap, CHUNK, at);
    if (bytesRead === 0) return false;
    const part = buffer.subarray(0, overlap + bytesRead);
    if (needles.some((needle) => part.includes(needle))) return true;
    buffer.copyWithin(0, bytesRead, overlap + bytesRead);
  }
}

import { type FileHandle, open } from "node:fs/promises";
import { attempt } from "../../kernel/attempt.ts";
import { toFault } from "./error.ts";

/** Writes the write-ahead log of a database to the disk. */
export interface LogSync extends AsyncDisposable {
  /** Resolves when all commits before the call survive a power failure. */
  readonly sync: () => Promise<void>;
}

/**
 * Does what `synchronous = full` does after each commit (https://sqlite.org/pragma.html#pragma_synchronous),
 * in another thread and once for all commits that wait, so that a slow disk holds up nothing else.
 * `flush` writes the log, by default with fdatasync.
 */
export function createLogSync(file: string, flush = datasync): LogSync {
  let log: FileHandle | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const flushLog = async () => {
    try {
      log ??= await open(`${file}-wal`, "r+");
      await flush(log);
    } catch (error) {
      throw toFault(error);
    }
  };
  /** A flush that is running may have begun before the newest commit. */
  const flushAfter = async (before: Promise<void>) => {
    // Its own callers are told if it fails.
    await attempt(before);
    next = undefined;
    running = flushLog();
    await running;
  };
  return {
    sync() {
      next ??= flushAfter(running);
      return next;
    },
    async [Symbol.asyncDispose]() {
      await attempt(running);
      await log?.close();
    },
  };
}

function datasync(log: FileHandle): Promise<void> {
  return log.datasync();
}

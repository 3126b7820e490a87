import { Fault } from "@reeve/sdk";
import { DiskFullFault, StoreFault } from "../../kernel/store-fault.ts";

const BUSY = 5;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

/** Returns the engine's result code (https://sqlite.org/rescode.html), if `error` came from SQLite. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // The low byte is the primary code; the rest is a detail.
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

/** Checks for an error of the file system (https://nodejs.org/api/errors.html#common-system-errors). */
function hasCode(error: unknown, code: "ENOSPC" | "EIO"): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Checks whether another connection holds the requested lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/**
 * Converts an error for callers: problems caused by the disk or another program become faults, the rest are
 * bugs.
 */
export function toFault(error: unknown): unknown {
  if (hasCode(error, "ENOSPC")) return new DiskFullFault(error);
  switch (hasCode(error, "EIO") ? IOERR : resultCode(error)) {
    case FULL:
      return new DiskFullFault(error);
    case BUSY:
      return new StoreFault("unavailable", "The database is locked by another program.", {
        hint: "Close the other program that has reeve.db open.",
        cause: error,
      });
    case IOERR:
      return new StoreFault("unavailable", `Disk error. Nothing was stored (${String(error)}).`, {
        hint: "Reeve's home folder is on this disk. Check its quota and health.",
        cause: error,
      });
    case CORRUPT:
    case NOT_A_DATABASE:
      return new Fault("unavailable", `The database is damaged (${String(error)}).`, {
        hint: "Restore a backup: reeve restore <file>",
        cause: error,
      });
    default:
      return error;
  }
}

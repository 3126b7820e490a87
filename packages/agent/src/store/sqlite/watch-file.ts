import { statSync } from "node:fs";
import path from "node:path";
import { Fault } from "@reeve/sdk";

/** Interval in milliseconds of checks while nothing is stored. */
const CHECK_MS = 10_000;

/** Checks that an open database is still the file of its name; disposing of it ends the checks. */
export interface FileWatch extends Disposable {
  /** Fault that describes the loss; undefined while the files are there. */
  readonly fault: Fault | undefined;
  /** Checks the database file itself and returns `fault`. Takes less than 10 µs. */
  check(): Fault | undefined;
  /** Checks the write-ahead log, too. */
  checkAll(): Fault | undefined;
}

/**
 * Watches the files of an open database. A process that has a file open can still write to it after it was
 * removed or replaced, but nobody else will ever read what is written. `onLost` is called once.
 */
export function watchFile(file: string, onLost: (fault: Fault) => void): FileWatch {
  const log = `${file}-wal`;
  const ids = new Map([file, log].map((one) => [one, idOf(one)]));
  let fault: Fault | undefined;

  const check = (one: string) => {
    if (fault) return fault;
    const before = ids.get(one);
    const now = idOf(one);
    // SQLite creates the log when it first needs it.
    if (before === undefined) ids.set(one, now);
    else if (now !== before) {
      fault = describeLoss(one, { file, isReplaced: now !== undefined });
      onLost(fault);
    }
    return fault;
  };
  const checkAll = () => check(file) ?? check(log);
  const timer = setInterval(checkAll, CHECK_MS).unref();

  return {
    get fault() {
      return fault;
    },
    check: () => check(file),
    checkAll,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Identifies a file by device and inode; undefined if there is no file. */
function idOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function describeLoss(
  lost: string,
  { file, isReplaced }: { readonly file: string; readonly isReplaced: boolean },
): Fault {
  const how = isReplaced ? "replaced" : "removed";
  const next =
    isReplaced || lost !== file
      ? "to continue with the files that are there now"
      : "to start empty";
  return new Fault("unavailable", `${lost} was ${how} while the agent was running.`, {
    hint: `Nothing more can be stored, so the agent is stopping. Restore a backup of ${path.basename(file)} with \`reeve restore <file>\`, or run \`reeve start\` ${next}.`,
  });
}

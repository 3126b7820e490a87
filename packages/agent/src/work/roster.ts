import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * List of running work, readable after the process has died. It has to survive a kill and not a
 * power cut, since a machine that restarted blames nothing; so it costs no commit.
 */
export interface Roster {
  /** Work that an earlier process was running when it died; undefined if it stopped, or the machine restarted. */
  readonly left: readonly string[] | undefined;
  enter(key: string): void;
  leave(key: string): void;
  /** Call it last, when the process stops: the next start blames nothing. */
  close(): void;
}

const STOPPED = "stopped";

/** Opens the roster file of a home. `boot` differs after each restart of the machine. */
export function openRoster(file: string, boot: string): Roster {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  const [lastBoot, ...entries] = lines;
  const left = lastBoot === boot && entries.at(-1) !== STOPPED ? keysIn(entries) : undefined;
  // Appended to, since what is truncated must not leave a gap behind.
  const handle = openSync(file, "a", 0o600);
  const running = new Set<string>();
  let isOpen = true;
  const write = (line: string) => {
    if (isOpen) writeSync(handle, `${line}\n`);
  };
  const clear = () => {
    if (isOpen) ftruncateSync(handle);
    write(boot);
  };
  clear();
  return {
    left,
    enter(key) {
      running.add(key);
      write(`+${key}`);
    },
    leave(key) {
      running.delete(key);
      write(`-${key}`);
      // A kill in between finds no boot and blames nothing, which is right: nothing runs.
      if (running.size === 0) clear();
    },
    close() {
      write(STOPPED);
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

/** Checks whether the last process of a home stopped by itself; false for a new home. */
export function hasStopped(file: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8").endsWith(`\n${STOPPED}\n`);
}

/** A roster for a core without a home: it remembers nothing. */
export const NO_ROSTER: Roster = {
  left: undefined,
  enter: () => undefined,
  leave: () => undefined,
  close: () => undefined,
};

function keysIn(entries: readonly string[]): readonly string[] {
  const keys = new Set<string>();
  for (const entry of entries) {
    if (entry.startsWith("+")) keys.add(entry.slice(1));
    else keys.delete(entry.slice(1));
  }
  return [...keys];
}

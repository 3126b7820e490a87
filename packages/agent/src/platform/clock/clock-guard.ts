import type { Clock } from "../../kernel/clock.ts";

/** The machine's clocks, in milliseconds. */
export interface MachineClocks {
  /** Unix time; it steps when it is set. */
  wall(): number;
  /** It never steps, and starts at an arbitrary value. It may stand still while the machine sleeps. */
  monotonic(): number;
  /** Time since the machine started, sleep included; undefined where the system cannot say. */
  sinceBoot(): number | undefined;
  /** Differs after each start of the machine. */
  readonly boot: string;
}

/** A time, and how to measure from it what has passed since. */
export interface ClockMark {
  /** Unix milliseconds. */
  readonly time: number;
  readonly boot: string;
  readonly sinceBoot: number | undefined;
  /** When the time began to be doubted; undefined while it is trusted. */
  readonly doubtedSince: number | undefined;
}

/** The clock was wrong by `ms`: times stored from `from` until `until` are to be moved by it. */
export interface ClockShift {
  readonly ms: number;
  readonly from: number;
  readonly until: number;
}

/**
 * The machine's clock, as long as it is plausible. After a jump of more than an hour time goes on
 * at the rate of the monotonic clock, until somebody confirms the new time.
 */
export interface ClockGuard extends Clock {
  readonly isTrusted: boolean;
  /** How far the machine's clock is ahead of the time that is used, in milliseconds. */
  readonly offsetMs: number;
  /** Takes the time that a server named into account, in Unix milliseconds. */
  witness(serverTime: number): void;
  /** Has the machine's clock believed from here on. */
  confirm(): void;
  /** Returns the shifts by which stored times are still to be moved. */
  shifts(): readonly ClockShift[];
  /**
   * How far small steps, which are believed, have set the clock back, in milliseconds: what waits is
   * due that much earlier, so that it waits no longer.
   */
  readonly steppedBackMs: number;
  /** Says that stored times were moved by the first shifts, and waits by `backMs`. */
  corrected(count: number, backMs?: number): void;
  /** Returns the mark to store for the next process. */
  mark(): ClockMark;
}

const HOUR_MS = 3_600_000;

/** A larger jump of the wall clock is not believed without confirmation. */
const TOLERANCE_MS = HOUR_MS;
/** A smaller difference between two looks is no step: clocks are adjusted slowly, too. */
const STEP_MS = 2000;
/** How far a server's time may differ from the wall clock and still confirm it. */
const WITNESS_MS = 5 * 60_000;
/** How old a stored mark may be: what the process before made after its last one is not moved. */
export const MARK_MS = 10_000;
/** Least time between two looks at the time since boot: it is a system call. */
const ANCHOR_MS = 10_000;

interface Anchor {
  readonly time: number;
  readonly monotonic: number;
  readonly sinceBoot: number | undefined;
}

/** Creates the guard of a machine's clocks; `last` is the mark of the process before, if there was one. `onChange` is called when stored times are to be moved. */
export function createClockGuard(
  clocks: MachineClocks,
  last: ClockMark | undefined,
  onChange: () => void = () => {},
): ClockGuard {
  const shifts: ClockShift[] = [];
  let anchor = firstAnchor(clocks, last);
  let doubtedSince = last?.doubtedSince;
  let steppedBackMs = 0;

  const adopt = (wall: number) => {
    const ms = wall - anchor.time;
    const since = doubtedSince ?? anchor.time;
    // Times after the true one are wrong, whenever they were stored.
    shifts.push(
      ms < 0
        ? { ms, from: wall + 1, until: Number.MAX_SAFE_INTEGER }
        : { ms, from: since + MARK_MS, until: anchor.time },
    );
    anchor = { ...anchor, time: wall };
    doubtedSince = undefined;
    onChange();
  };

  /** Moves the anchor to this moment, and looks whether the wall clock agrees with what has passed. */
  const advance = () => {
    const wall = clocks.wall();
    const seen = { monotonic: clocks.monotonic(), sinceBoot: clocks.sinceBoot() };
    const expected = anchor.time + elapsedMs(anchor, seen);
    const isPlausible = Math.abs(wall - expected) <= TOLERANCE_MS;
    if (isPlausible && doubtedSince === undefined) {
      if (expected - wall > STEP_MS) {
        steppedBackMs += expected - wall;
        onChange();
      }
      anchor = { ...seen, time: wall };
      return wall;
    }
    anchor = { ...seen, time: expected };
    doubtedSince ??= expected;
    if (isPlausible) adopt(wall);
    return wall;
  };

  advance();
  return {
    now() {
      const wall = clocks.wall();
      const awakeMs = clocks.monotonic() - anchor.monotonic;
      const isNear = Math.abs(wall - anchor.time - awakeMs) <= STEP_MS;
      if (doubtedSince === undefined && isNear && awakeMs < ANCHOR_MS) return wall;
      advance();
      return anchor.time;
    },
    get isTrusted() {
      return doubtedSince === undefined;
    },
    get offsetMs() {
      const wall = advance();
      return wall - anchor.time;
    },
    witness(serverTime) {
      if (doubtedSince === undefined) return;
      const wall = advance();
      if (doubtedSince !== undefined && Math.abs(serverTime - wall) <= WITNESS_MS) adopt(wall);
    },
    confirm() {
      const wall = advance();
      if (doubtedSince !== undefined) adopt(wall);
    },
    shifts: () => [...shifts],
    get steppedBackMs() {
      advance();
      return steppedBackMs;
    },
    corrected(count, backMs = 0) {
      shifts.splice(0, count);
      steppedBackMs -= backMs;
    },
    mark() {
      advance();
      const { time, sinceBoot } = anchor;
      return { time, sinceBoot, boot: clocks.boot, doubtedSince };
    },
  };
}

/** Measures the time since the mark; after a restart of the machine, only that it is not negative is known. */
function firstAnchor(clocks: MachineClocks, last: ClockMark | undefined): Anchor {
  const seen = { monotonic: clocks.monotonic(), sinceBoot: clocks.sinceBoot() };
  if (!last) return { ...seen, time: clocks.wall() };
  const isSameBoot = last.boot === clocks.boot;
  const passed = isSameBoot ? (seen.sinceBoot ?? 0) - (last.sinceBoot ?? 0) : 0;
  return { ...seen, time: last.time + Math.round(Math.max(passed, 0)) };
}

/** Time since the anchor; the monotonic clock may have stood still while the machine slept. */
function elapsedMs(anchor: Anchor, seen: Omit<Anchor, "time">): number {
  const awake = seen.monotonic - anchor.monotonic;
  const slept = (seen.sinceBoot ?? 0) - (anchor.sinceBoot ?? 0);
  // Times are whole milliseconds.
  return Math.round(Math.max(awake, slept));
}

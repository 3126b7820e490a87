import { expect, test } from "vitest";
import { type ClockMark, createClockGuard, type MachineClocks, MARK_MS } from "./clock-guard.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 23, 12);

/** A machine whose clock a test sets. */
function machine({ wall = START, boot = "a" } = {}) {
  const state = { wall, monotonic: 5000, sinceBoot: 100_000, boot };
  const clocks: MachineClocks = {
    wall: () => state.wall,
    monotonic: () => state.monotonic,
    sinceBoot: () => state.sinceBoot,
    boot,
  };
  return {
    clocks,
    set: (time: number) => void (state.wall = time),
    step: (ms: number) => void (state.wall += ms),
    pass: (ms: number) => {
      state.wall += ms;
      state.monotonic += ms;
      state.sinceBoot += ms;
    },
    sleep: (ms: number) => {
      state.wall += ms;
      state.sinceBoot += ms;
    },
  };
}

function markAt(time: number, change: Partial<ClockMark> = {}): ClockMark {
  return { time, boot: "before", sinceBoot: 0, doubtedSince: undefined, ...change };
}

test("an ordinary day follows the machine's clock, small corrections included", () => {
  const { clocks, pass, step } = machine();
  const guard = createClockGuard(clocks, undefined);
  pass(3 * HOUR);
  step(-20 * MINUTE);
  expect(guard.now()).toBe(START + 3 * HOUR - 20 * MINUTE);
  expect(guard.isTrusted).toBe(true);
  expect(guard.shifts()).toEqual([]);
});

test.each([2 * HOUR, -2 * HOUR])("a step of %d ms is doubted until a server agrees", (ms) => {
  const { clocks, pass, step } = machine();
  const guard = createClockGuard(clocks, undefined);
  pass(MINUTE);
  guard.now();
  step(ms);
  pass(MINUTE);
  expect(guard.now()).toBe(START + 2 * MINUTE);
  expect(guard.isTrusted).toBe(false);

  guard.witness(START + 2 * MINUTE);
  expect(guard.isTrusted).toBe(false);
  guard.witness(START + 2 * MINUTE + ms);
  expect(guard.isTrusted).toBe(true);
  expect(guard.now()).toBe(START + 2 * MINUTE + ms);
  expect(guard.shifts()).toMatchObject([{ ms }]);
  guard.corrected(1);
  expect(guard.shifts()).toEqual([]);
});

test("a clock that comes back by itself is believed, and nothing moves", () => {
  const { clocks, pass, step } = machine();
  const guard = createClockGuard(clocks, undefined);
  step(400 * DAY);
  expect(guard.now()).toBe(START);
  pass(HOUR);
  step(-400 * DAY);
  expect(guard.now()).toBe(START + HOUR);
  expect(guard.isTrusted).toBe(true);
  expect(guard.shifts()).toEqual([{ ms: 0, from: START + MARK_MS, until: START + HOUR }]);
});

test("a small step back is believed, and what waits is due that much earlier", () => {
  const { clocks, pass, step } = machine();
  let changes = 0;
  const guard = createClockGuard(clocks, undefined, () => (changes += 1));
  pass(MINUTE);
  step(-1000);
  expect([guard.now(), guard.steppedBackMs]).toEqual([START + MINUTE - 1000, 0]);
  step(-50 * MINUTE);
  expect(guard.now()).toBe(START - 49 * MINUTE - 1000);
  expect([guard.isTrusted, guard.steppedBackMs, changes]).toEqual([true, 50 * MINUTE, 1]);
  step(20 * MINUTE);
  guard.now();
  expect(guard.steppedBackMs).toBe(50 * MINUTE);
  guard.corrected(0, 50 * MINUTE);
  expect(guard.steppedBackMs).toBe(0);
});

test("sleep is not doubted where the time since boot counts it", () => {
  const { clocks, sleep } = machine();
  const guard = createClockGuard(clocks, undefined);
  sleep(8 * HOUR);
  expect(guard.now()).toBe(START + 8 * HOUR);
  expect(guard.isTrusted).toBe(true);
});

test("a process that was off for a day on a running machine is not doubted", () => {
  const { clocks } = machine({ wall: START + DAY });
  const last = markAt(START, { boot: "a", sinceBoot: 100_000 - DAY });
  const guard = createClockGuard(clocks, last);
  expect(guard.isTrusted).toBe(true);
  expect(guard.now()).toBe(START + DAY);
});

test("after a start of the machine, a clock days ahead is doubted until the owner confirms", () => {
  const { clocks, pass } = machine({ wall: START + 7 * DAY });
  let trusted = 0;
  const guard = createClockGuard(clocks, markAt(START), () => (trusted += 1));
  pass(MINUTE);
  expect(guard.now()).toBe(START + MINUTE);
  expect(guard.isTrusted).toBe(false);
  expect(guard.offsetMs).toBe(7 * DAY);

  guard.confirm();
  expect(trusted).toBe(1);
  expect(guard.now()).toBe(START + 7 * DAY + MINUTE);
  expect(guard.shifts()).toEqual([{ ms: 7 * DAY, from: START + MARK_MS, until: START + MINUTE }]);
});

test("a first start is believed; when the clock goes back, all later times are to be moved", () => {
  const { clocks, pass, set } = machine({ wall: START + 400 * DAY });
  const guard = createClockGuard(clocks, undefined);
  pass(HOUR);
  guard.now();
  set(START + HOUR);
  expect(guard.now()).toBe(START + 400 * DAY + HOUR);
  guard.witness(START + HOUR);
  expect(guard.shifts()).toEqual([
    { ms: -400 * DAY, from: START + HOUR + 1, until: Number.MAX_SAFE_INTEGER },
  ]);
});

test("the next process goes on with the doubt of the one before", () => {
  const before = machine({ wall: START + 7 * DAY });
  const first = createClockGuard(before.clocks, markAt(START));
  before.pass(MINUTE);
  const { clocks } = machine({ wall: START + 7 * DAY + 2 * MINUTE, boot: "b" });
  const next = createClockGuard(clocks, first.mark());
  expect(next.isTrusted).toBe(false);
  next.confirm();
  expect(next.shifts()).toMatchObject([{ from: START + MARK_MS, until: START + MINUTE }]);
});

test("a server's time without doubt changes nothing", () => {
  const { clocks } = machine();
  const guard = createClockGuard(clocks, undefined);
  guard.witness(START + DAY);
  expect(guard.now()).toBe(START);
  expect(guard.shifts()).toEqual([]);
});

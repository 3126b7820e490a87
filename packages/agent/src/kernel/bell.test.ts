import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBell } from "./bell.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits, and tells whether the wait is over. */
function waitOf(bell: ReturnType<typeof createBell>, ms?: number) {
  const state = { isOver: false };
  void bell.wait(ms).then(() => (state.isOver = true));
  return state;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("a ring wakes who waits", async () => {
  const bell = createBell();
  const waiting = waitOf(bell);
  await settle();
  expect(waiting.isOver).toBe(false);
  bell.ring();
  await settle();
  expect(waiting.isOver).toBe(true);
});

test("rings while nobody waits are kept, as one", async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  const first = waitOf(bell);
  await settle();
  const second = waitOf(bell);
  await settle();
  expect([first.isOver, second.isOver]).toEqual([true, false]);
});

test("a wait ends by itself after its time, and leaves no ring behind", async () => {
  const bell = createBell();
  const first = waitOf(bell, 1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(first.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const second = waitOf(bell);
  await settle();
  expect([first.isOver, second.isOver]).toEqual([true, false]);
});

test("a wait that a ring ended does not ring later", async () => {
  const bell = createBell();
  const first = waitOf(bell, 1000);
  bell.ring();
  await settle();
  const second = waitOf(bell);
  await vi.advanceTimersByTimeAsync(2000);
  expect([first.isOver, second.isOver]).toEqual([true, false]);
});

test("a time in the past ends at once, one beyond what a timer holds does not", async () => {
  const bell = createBell();
  const past = waitOf(bell, -5);
  await vi.advanceTimersByTimeAsync(1);
  expect(past.isOver).toBe(true);
  const far = waitOf(bell, 2 ** 40);
  await vi.advanceTimersByTimeAsync(1000);
  expect(far.isOver).toBe(false);
});

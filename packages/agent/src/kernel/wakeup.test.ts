import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWakeup } from "./wakeup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts waiting, and reports whether the wait is over. */
function waitOf(wakeup: ReturnType<typeof createWakeup>, ms?: number) {
  const state = { isOver: false };
  void wakeup.wait(ms).then(() => (state.isOver = true));
  return state;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("a ring wakes who waits", async () => {
  const wakeup = createWakeup();
  const waiting = waitOf(wakeup);
  await settle();
  expect(waiting.isOver).toBe(false);
  wakeup.notify();
  await settle();
  expect(waiting.isOver).toBe(true);
});

test("rings while nobody waits are kept, as one", async () => {
  const wakeup = createWakeup();
  wakeup.notify();
  wakeup.notify();
  const first = waitOf(wakeup);
  await settle();
  const second = waitOf(wakeup);
  await settle();
  expect([first.isOver, second.isOver]).toEqual([true, false]);
});

test("a wait ends by itself after its time, and leaves no ring behind", async () => {
  const wakeup = createWakeup();
  const first = waitOf(wakeup, 1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(first.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const second = waitOf(wakeup);
  await settle();
  expect([first.isOver, second.isOver]).toEqual([true, false]);
});

test("a wait that a ring ended does not ring later", async () => {
  const wakeup = createWakeup();
  const first = waitOf(wakeup, 1000);
  wakeup.notify();
  await settle();
  const second = waitOf(wakeup);
  await vi.advanceTimersByTimeAsync(2000);
  expect([first.isOver, second.isOver]).toEqual([true, false]);
});

test("a time in the past ends at once, one beyond what a timer holds does not", async () => {
  const wakeup = createWakeup();
  const past = waitOf(wakeup, -5);
  await vi.advanceTimersByTimeAsync(1);
  expect(past.isOver).toBe(true);
  const far = waitOf(wakeup, 2 ** 40);
  await vi.advanceTimersByTimeAsync(1000);
  expect(far.isOver).toBe(false);
});

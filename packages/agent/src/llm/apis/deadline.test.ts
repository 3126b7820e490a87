import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const timeouts = { firstTokenMs: 1000, idleMs: 300 };

test("waits longer for the first token than for the others", () => {
  using deadline = openDeadline(new AbortController().signal, timeouts);
  vi.advanceTimersByTime(999);
  expect(deadline.missed()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(deadline.missed()).toBe("no first token within 1000 ms");
  expect(deadline.signal.aborted).toBe(true);
});

test("each token gives the next one its whole time", () => {
  using deadline = openDeadline(new AbortController().signal, timeouts);
  for (let token = 0; token < 10; token += 1) {
    deadline.extend();
    vi.advanceTimersByTime(299);
  }
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.missed()).toBe("no further token within 300 ms");
});

test("ends with its caller, and leaves no timer behind", () => {
  const caller = new AbortController();
  const deadline = openDeadline(caller.signal, timeouts);
  caller.abort();
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.missed()).toBeUndefined();
  deadline[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
});

test("tokens do not extend the time of the whole answer", () => {
  using deadline = openDeadline(new AbortController().signal, { ...timeouts, totalMs: 1500 });
  for (let token = 0; token < 8; token += 1) {
    deadline.extend();
    vi.advanceTimersByTime(200);
  }
  expect(deadline.missed()).toBe("no complete answer within 1500 ms");
});

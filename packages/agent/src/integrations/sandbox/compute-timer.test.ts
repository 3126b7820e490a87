import { expect, onTestFinished, test, vi } from "vitest";
import { startComputeTimer } from "./compute-timer.ts";

function start() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timer = startComputeTimer(1000, Date.now);
  const ends: string[] = [];
  timer.expired.catch((error: unknown) => ends.push(String(error)));
  return { timer, ends };
}

test("time in calls does not count, however many overlap", async () => {
  const { timer, ends } = start();
  await vi.advanceTimersByTimeAsync(600);
  timer.pause();
  timer.pause();
  await vi.advanceTimersByTimeAsync(5000);
  timer.resume();
  await vi.advanceTimersByTimeAsync(5000);
  timer.resume();
  await vi.advanceTimersByTimeAsync(399);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toEqual(["Fault: The program computed for 1 seconds."]);
});

test("a call that ends after the program does not start it again", async () => {
  const { timer, ends } = start();
  timer.pause();
  timer.stop();
  timer.resume();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toEqual([]);
});

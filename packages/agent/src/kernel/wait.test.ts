import { expect, test } from "vitest";
import { wait } from "./wait.ts";

test("ends when the time is up, or at once when it is called off", async () => {
  const stop = new AbortController();
  const hour = wait(3_600_000, stop.signal);
  await wait(1, stop.signal);
  stop.abort();
  expect(await hour).toBeUndefined();
  expect(await wait(3_600_000, stop.signal)).toBeUndefined();
});

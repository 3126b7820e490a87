import { expect, test } from "vitest";
import { createCallOrder } from "./call-order.ts";

/** Calls that run until a test ends them, by name. */
function openCalls() {
  const inOrder = createCallOrder();
  const running = new Map<string, { end: () => void; fail: () => void }>();
  const start = (name: string, isAlone: boolean) =>
    inOrder(isAlone, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      running.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) });
      return promise.finally(() => running.delete(name));
    });
  return { running: () => [...running.keys()], get: (name: string) => running.get(name), start };
}

test("calls run side by side, and one that runs alone waits for those before it", async () => {
  const calls = openCalls();
  const one = calls.start("one", false);
  const two = calls.start("two", false);
  const alone = calls.start("alone", true);
  const next = calls.start("next", false);
  await expect.poll(calls.running).toEqual(["one", "two"]);
  calls.get("one")?.end();
  expect(await one).toBe("one");
  expect(calls.running()).toEqual(["two"]);
  calls.get("two")?.fail();
  await expect(two).rejects.toThrow("two");
  await expect.poll(calls.running).toEqual(["alone"]);
  calls.get("alone")?.end();
  expect(await alone).toBe("alone");
  await expect.poll(calls.running).toEqual(["next"]);
  calls.get("next")?.end();
  expect(await next).toBe("next");
});

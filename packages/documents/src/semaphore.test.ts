import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

const { signal } = new AbortController();

test("as much is done at once as there are slots, the rest in its order", async () => {
  const slots = createSemaphore(2);
  const events: string[] = [];
  const gates = ["a", "b", "c"].map((name) => ({ name, ...Promise.withResolvers<void>() }));
  const works = gates.map(({ name, promise }) =>
    slots.run(async () => {
      events.push(`${name} begins`);
      await promise;
      events.push(`${name} ends`);
      return name;
    }, signal),
  );
  gates[1]?.resolve();
  expect(await works[1]).toBe("b");
  gates[2]?.resolve();
  expect(await works[2]).toBe("c");
  gates[0]?.resolve();
  expect(await works[0]).toBe("a");
  expect(events).toEqual(["a begins", "b begins", "b ends", "c begins", "c ends", "a ends"]);
});

test("a lane is free again after a failure, and what was cancelled while it waited does not begin", async () => {
  const slots = createSemaphore(1);
  const failing = slots.run(() => Promise.reject(new Error("broke")), signal);
  const cancelled = slots.run(() => Promise.resolve("ran"), AbortSignal.abort());
  await expect(failing).rejects.toThrow("broke");
  await expect(cancelled).rejects.toMatchObject({ code: "aborted" });
  expect(await slots.run(() => Promise.resolve("next"), signal)).toBe("next");
});

test("who is cancelled while waiting waits no longer, and keeps nobody else waiting", async () => {
  const slots = createSemaphore(1);
  const { promise: held, resolve: letGo } = Promise.withResolvers<string>();
  const never = new AbortController().signal;
  const stop = new AbortController();
  const first = slots.run(() => held, never);
  const second = slots.run(async () => "second", stop.signal);
  const third = slots.run(async () => "third", never);
  stop.abort();
  await expect(second).rejects.toMatchObject({ name: "DocumentError", code: "aborted" });
  letGo("first");
  expect([await first, await third]).toEqual(["first", "third"]);
});

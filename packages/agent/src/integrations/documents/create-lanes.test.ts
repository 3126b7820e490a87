import { expect, test } from "vitest";
import { createLanes } from "./create-lanes.ts";

const { signal } = new AbortController();

test("as much is done at once as there are lanes, the rest in its order", async () => {
  const lanes = createLanes(2);
  const events: string[] = [];
  const gates = ["a", "b", "c"].map((name) => ({ name, ...Promise.withResolvers<void>() }));
  const works = gates.map(({ name, promise }) =>
    lanes.run(async () => {
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
  const lanes = createLanes(1);
  const failing = lanes.run(() => Promise.reject(new Error("broke")), signal);
  const cancelled = lanes.run(() => Promise.resolve("ran"), AbortSignal.abort());
  await expect(failing).rejects.toThrow("broke");
  await expect(cancelled).rejects.toMatchObject({ code: "aborted" });
  expect(await lanes.run(() => Promise.resolve("next"), signal)).toBe("next");
});

test("who is cancelled while waiting waits no longer, and keeps nobody else waiting", async () => {
  const lanes = createLanes(1);
  const { promise: held, resolve: letGo } = Promise.withResolvers<string>();
  const never = new AbortController().signal;
  const stop = new AbortController();
  const first = lanes.run(() => held, never);
  const second = lanes.run(async () => "second", stop.signal);
  const third = lanes.run(async () => "third", never);
  stop.abort();
  await expect(second).rejects.toMatchObject({ name: "Fault", code: "aborted" });
  letGo("first");
  expect([await first, await third]).toEqual(["first", "third"]);
});

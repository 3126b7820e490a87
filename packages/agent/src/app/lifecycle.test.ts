import { Fault } from "@reeve/sdk";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createLifecycle, type LifecycleState } from "./lifecycle.ts";
import { attempt } from "../kernel/attempt.ts";

/** A part whose starts and stops end when the test says so. */
function slowPart() {
  const starts: PromiseWithResolvers<void>[] = [];
  const stops: PromiseWithResolvers<void>[] = [];
  const states: LifecycleState[] = [];
  let now = 1000;
  let up = 0;
  const lifecycle = createLifecycle({
    clock: { now: () => now },
    onChange: ({ state }) => states.push(state),
    async open() {
      const begun = Promise.withResolvers<void>();
      starts.push(begun);
      await begun.promise;
      if (up > 0) throw new Error("two of them run");
      up += 1;
      return {
        part: starts.length,
        async stop() {
          const ended = Promise.withResolvers<void>();
          stops.push(ended);
          await ended.promise.finally(() => {
            up -= 1;
          });
        },
      };
    },
  });
  return {
    lifecycle,
    states,
    starts,
    stops,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

/** Lets everything run that waits for nothing but promises. */
async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

test("several who start it at once wait for one start", async () => {
  const { lifecycle, starts, states } = slowPart();
  const asked = Promise.all([lifecycle.start(), lifecycle.start(), lifecycle.start()]);
  await settle();
  expect(lifecycle.status).toEqual({ state: "starting", uptimeMs: 0, lastError: null });
  starts[0]?.resolve();
  await asked;
  await lifecycle.start();
  expect({ count: starts.length, states }).toEqual({ count: 1, states: ["starting", "running"] });
});

test("the uptime counts from when it runs, not from when it was asked to", async () => {
  const { lifecycle, starts, stops, pass } = slowPart();
  const asked = lifecycle.start();
  pass(500);
  starts[0]?.resolve();
  await asked;
  pass(70);
  expect(lifecycle.status).toEqual({ state: "running", uptimeMs: 70, lastError: null });
  const stopped = lifecycle.stop();
  await settle();
  expect(lifecycle.status).toEqual({ state: "stopping", uptimeMs: 0, lastError: null });
  stops[0]?.resolve();
  await stopped;
  expect(lifecycle.status).toEqual({ state: "stopped", uptimeMs: 0, lastError: null });
});

test("a stop during a start waits for it, and then stops", async () => {
  const { lifecycle, starts, stops, states } = slowPart();
  const started = lifecycle.start();
  const stopped = Promise.all([lifecycle.stop(), lifecycle.stop()]);
  await settle();
  expect({ states, stops: stops.length }).toEqual({ states: ["starting"], stops: 0 });
  starts[0]?.resolve();
  await started;
  await settle();
  stops[0]?.resolve();
  await stopped;
  expect({ states, stops: stops.length }).toEqual({
    states: ["starting", "running", "stopping", "stopped"],
    stops: 1,
  });
});

test("a stop during a start that fails has nothing to stop, and the starter hears why", async () => {
  const { lifecycle, starts, stops, states } = slowPart();
  const started = lifecycle.start();
  const stopped = lifecycle.stop();
  starts[0]?.reject(new Fault("denied", "The key is wrong.", { hint: "Set another one." }));
  await expect(started).rejects.toMatchObject({ code: "denied", message: "The key is wrong." });
  await stopped;
  expect({ states, stops }).toEqual({ states: ["starting", "stopped"], stops: [] });
  expect(lifecycle.status.lastError).toEqual({
    message: "The key is wrong.",
    hint: "Set another one.",
    at: 1000,
  });
});

test.each([
  ["while it stops", "running"],
  ["after a stop that waits for a start", "starting"],
] as const)("a start %s is a conflict", async (_when, from) => {
  const { lifecycle, starts, stops } = slowPart();
  const started = lifecycle.start();
  if (from === "running") {
    starts[0]?.resolve();
    await started;
  }
  const stopped = lifecycle.stop();
  await expect(lifecycle.start()).rejects.toMatchObject({
    code: "conflict",
    message: "The agent is stopping.",
  });
  starts[0]?.resolve();
  await started;
  await settle();
  stops[0]?.resolve();
  await stopped;
  const again = lifecycle.start();
  starts[1]?.resolve();
  await again;
  expect(lifecycle.status.state).toBe("running");
});

test("a start that failed is told until one succeeds", async () => {
  const { lifecycle, starts } = slowPart();
  const failed = lifecycle.start();
  starts[0]?.reject(new TypeError("x is undefined"));
  await expect(failed).rejects.toThrow("x is undefined");
  expect(lifecycle.status).toEqual({
    state: "stopped",
    uptimeMs: 0,
    lastError: { message: "x is undefined", hint: null, at: 1000 },
  });
  const started = lifecycle.start();
  starts[1]?.resolve();
  await started;
  expect(lifecycle.status.lastError).toBe(null);
});

test("who needs it waits for a start, and is told where nothing runs", async () => {
  const { lifecycle, starts, stops } = slowPart();
  const refused = { code: "unavailable", hint: "Start it with: reeve agent start" };
  await expect(lifecycle.running()).rejects.toMatchObject(refused);
  const started = lifecycle.start();
  const needed = lifecycle.running();
  starts[0]?.resolve();
  await started;
  expect(await needed).toBe(1);
  const stopped = lifecycle.stop();
  await settle();
  await expect(lifecycle.running()).rejects.toMatchObject({
    ...refused,
    message: "The agent is stopping.",
  });
  expect(lifecycle.part).toBe(1);
  stops[0]?.resolve();
  await stopped;
  expect(lifecycle.part).toBe(undefined);
});

test("a restart stops what runs and starts it anew; two at once are one", async () => {
  const { lifecycle, starts, stops, states } = slowPart();
  const first = lifecycle.restart();
  await settle();
  starts[0]?.resolve();
  await first;
  const both = Promise.all([lifecycle.restart(), lifecycle.restart()]);
  await settle();
  stops[0]?.resolve();
  await settle();
  starts[1]?.resolve();
  await both;
  expect(lifecycle.part).toBe(2);
  expect(states).toEqual(["starting", "running", "stopping", "stopped", "starting", "running"]);
});

test("a stop that breaks leaves it stopped, and it starts again", async () => {
  const { lifecycle, starts, stops } = slowPart();
  const started = lifecycle.start();
  starts[0]?.resolve();
  await started;
  const stopped = lifecycle.stop();
  await settle();
  stops[0]?.reject(new Error("the disk is gone"));
  await expect(stopped).rejects.toThrow("the disk is gone");
  const again = lifecycle.start();
  starts[1]?.resolve();
  await again;
  expect(lifecycle.status.state).toBe("running");
});

const FOLLOWERS: Readonly<Record<LifecycleState, readonly LifecycleState[]>> = {
  stopped: ["starting"],
  starting: ["running", "stopped"],
  running: ["stopping"],
  stopping: ["stopped"],
};

test("whatever is asked in whatever order, one of it runs at most and each state follows from the one before", async () => {
  const step = fc.constantFrom("start", "stop", "restart", "up", "fail", "down", "settle");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { lifecycle, starts, stops, states } = slowPart();
      const asked: Promise<unknown>[] = [];
      const ask = (promise: Promise<void>) => asked.push(attempt(promise));
      for (const one of steps) {
        if (one === "start") ask(lifecycle.start());
        if (one === "stop") ask(lifecycle.stop());
        if (one === "restart") ask(lifecycle.restart());
        if (one === "up") starts.at(-1)?.resolve();
        if (one === "fail") starts.at(-1)?.reject(new Error("failed"));
        if (one === "down") stops.at(-1)?.resolve();
        if (one === "settle") await settle();
      }
      // Each answer may be followed by what a restart asks for next.
      for (let round = 0; round < 2 * steps.length + 2; round++) {
        starts.at(-1)?.resolve();
        stops.at(-1)?.resolve();
        await settle();
      }
      await Promise.all(asked);
      const wrong = states.filter(
        (state, index) => !FOLLOWERS[states[index - 1] ?? "stopped"].includes(state),
      );
      expect(wrong).toEqual([]);
      expect(["running", "stopped"]).toContain(lifecycle.status.state);
    }),
    { numRuns: 200 },
  );
});

import { expect, test } from "vitest";
import { silentLog } from "../platform/log.ts";
import { createStartSteps, START_ORDER } from "./start-steps.ts";

const never = new AbortController().signal;

test("steps come in their order, and another order is a bug", () => {
  const seen: string[] = [];
  const steps = createStartSteps({ log: silentLog, onStep: (step) => seen.push(step) });
  for (const step of START_ORDER) steps.start(step);
  expect(seen).toEqual([...START_ORDER]);
  expect(() => steps.start("tools")).toThrow('"tools" starts after "workers"');
  steps.again();
  steps.start("tools");
  expect(() => steps.start("store")).toThrow('"store" starts after "tools"');
});

test("a part that fails is unavailable, and those after it start", async () => {
  const started: string[] = [];
  const steps = createStartSteps({ log: silentLog });
  await steps.startEach(
    "plugins",
    [
      { name: "broken", start: async () => Promise.reject(new Error("no such file")) },
      { name: "fine", start: async () => void started.push("fine") },
    ],
    never,
  );
  expect(started).toEqual(["fine"]);
  expect(steps.unavailable).toEqual([{ part: "broken", reason: "no such file" }]);
  steps.report("broken", undefined);
  steps.report("channel", "no network");
  expect(steps.unavailable).toEqual([{ part: "channel", reason: "no network" }]);
  steps.again();
  expect(steps.unavailable).toEqual([]);
});

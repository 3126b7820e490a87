import { expect, test } from "vitest";
import { silentLog } from "../platform/log.ts";
import { createStartSteps, START_ORDER } from "./start-steps.ts";

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

test("a part that fails is unavailable until it works or the agent starts again", () => {
  const steps = createStartSteps({ log: silentLog });
  steps.report("broken", "no such file");
  steps.report("channel", "no network");
  steps.report("broken", undefined);
  expect(steps.unavailable).toEqual([{ part: "channel", reason: "no network" }]);
  steps.again();
  expect(steps.unavailable).toEqual([]);
});

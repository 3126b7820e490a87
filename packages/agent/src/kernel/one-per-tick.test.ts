import { expect, test } from "vitest";
import { onePerTick } from "./one-per-tick.ts";

test("callers go through in order, and others are served between them", async () => {
  const pass = onePerTick();
  const seen: string[] = [];
  const callers = ["a", "b", "c"].map(async (name) => {
    await pass();
    seen.push(name);
  });
  const others = async () => {
    for (let at = 0; at < 3; at++) {
      await new Promise((resolve) => void setImmediate(resolve));
      seen.push("other");
    }
  };
  await Promise.all([...callers, others()]);
  expect(seen).toEqual(["a", "other", "b", "other", "c", "other"]);
});

test("a caller that comes later goes through, too", async () => {
  const pass = onePerTick();
  await pass();
  await Promise.all([pass(), pass()]);
});

import { expect, test } from "vitest";
import { createOrderedLanes } from "./ordered-lanes.ts";

test("what waits goes by its position, one after the other, each key by itself", async () => {
  const lanes = createOrderedLanes();
  const open = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = (name: string, until?: Promise<void>) => async () => {
    done.push(`${name} begins`);
    await until;
    done.push(`${name} ends`);
  };
  const first = lanes.run("a", 5, note("first", open.promise));
  const other = lanes.run("b", 9, note("other"));
  await other;
  const late = lanes.run("a", 3, note("late"));
  const early = lanes.run("a", 1, note("early"));
  open.resolve();
  await first;
  await late;
  await early;
  expect(done).toEqual([
    "first begins",
    "other begins",
    "other ends",
    "first ends",
    "early begins",
    "early ends",
    "late begins",
    "late ends",
  ]);
});

test("work that fails tells whoever asked for it, and what waits behind it goes on", async () => {
  const lanes = createOrderedLanes();
  const failing = lanes.run("a", 0, async () => {
    throw new Error("broken");
  });
  const next = lanes.run("a", 0, async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await lanes.run("a", 0, async () => "again")).toBe("again");
});

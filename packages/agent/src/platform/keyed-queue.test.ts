import { expect, test } from "vitest";
import { createLanes } from "./keyed-queue.ts";

test("what waits goes by its position, one after the other, each key by itself", async () => {
  const lanes = createLanes();
  const open = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = (name: string, until?: Promise<void>) => async () => {
    done.push(`${name} begins`);
    await until;
    done.push(`${name} ends`);
  };
  const first = lanes.run("a", note("first", open.promise), { position: 5 });
  const other = lanes.run("b", note("other"));
  await other;
  const late = lanes.run("a", note("late"), { position: 3 });
  const early = lanes.run("a", note("early"), { position: 1 });
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

test("work without a position goes in the order in which it came", async () => {
  const lanes = createLanes();
  const done: number[] = [];
  const all = [1, 2, 3].map((n) => lanes.run("a", async () => void done.push(n)));
  await Promise.all(all);
  expect(done).toEqual([1, 2, 3]);
});

test("work that fails tells whoever asked for it, and what waits behind it goes on", async () => {
  const lanes = createLanes();
  const failing = lanes.run("a", async () => {
    throw new Error("broken");
  });
  const next = lanes.run("a", async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await lanes.run("a", async () => "again")).toBe("again");
});

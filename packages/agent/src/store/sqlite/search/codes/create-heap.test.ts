import { assert, integer, nat, property, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { createHeap } from "./create-heap.ts";

test("ids come in their order, however many are taken at once", () => {
  assert(
    property(uniqueArray(nat()), integer({ min: 1, max: 7 }), (ids, count) => {
      const heap = createHeap([...ids], (one, other) => one > other);
      const taken: number[] = [];
      for (let some = heap.take(count); some.length > 0; some = heap.take(count))
        taken.push(...some);
      expect(taken).toEqual(ids.toSorted((one, other) => other - one));
    }),
  );
});

test("no more are taken than there are", () => {
  const heap = createHeap([2, 3, 1], (one, other) => one < other);
  expect([heap.take(2), heap.take(2), heap.take(2)]).toEqual([[1, 2], [3], []]);
});

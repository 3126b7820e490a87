import { assert, integer, property, string, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { cutPage, formatCursor, pageOfRows, parseCursor } from "./pages.ts";
import { z } from "zod";

const itself = (item: string) => item;

test("pages of a list hold each item once, in order", () => {
  assert(
    property(uniqueArray(string()), integer({ min: 1, max: 9 }), (list, limit) => {
      const seen: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = cutPage(list, { limit, cursor }, itself);
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items);
        if (page.next === null) break;
        cursor = page.next;
      }
      expect(seen).toEqual(list);
    }),
  );
});

test("what is added before a page shifts nothing", () => {
  const { next } = cutPage(["c", "b", "a"], { limit: 1 }, itself);
  expect(cutPage(["d", "c", "b", "a"], { limit: 1, cursor: next ?? "" }, itself).items).toEqual([
    "b",
  ]);
});

test("rows that were read with one more tell whether there is another page", () => {
  expect(pageOfRows([1, 2, 3], 2, (row) => [row])).toEqual({
    items: [1, 2],
    next: formatCursor([2]),
  });
  expect(pageOfRows([1, 2], 2, (row) => [row])).toEqual({ items: [1, 2], next: null });
});

test("a cursor that is none of ours is missing", () => {
  expect(parseCursor(formatCursor([1, "a"]), z.tuple([z.int(), z.string()]))).toEqual([1, "a"]);
  for (const cursor of ["x", formatCursor("a"), ""])
    expect(() => parseCursor(cursor, z.array(z.int()))).toThrow(`Invalid cursor: ${cursor}`);
  expect(() =>
    cutPage(["a"], { limit: 1, cursor: formatCursor("no longer exists") }, itself),
  ).toThrow("no longer exists");
});

import { array, assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { createLineReader } from "./line-reader.ts";

test("gives the same lines however the bytes are cut", () => {
  const line = string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " "));
  assert(
    property(array(line), integer({ min: 1, max: 9 }), (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      const reader = createLineReader({ maxBytes: 1000 });
      const read: string[] = [];
      for (let start = 0; start < bytes.length; start += size) {
        read.push(...reader.push(bytes.subarray(start, start + size)));
      }
      expect(read).toEqual(lines);
    }),
  );
});

test("a line of the allowed length is read; after a longer one nothing is", () => {
  const reader = createLineReader({ maxBytes: 3 });
  expect(reader.push(Buffer.from("abc\nde"))).toEqual(["abc"]);
  expect(reader.isOverlong).toBe(false);
  expect(reader.push(Buffer.from("fg\nok\n"))).toEqual([]);
  expect(reader.isOverlong).toBe(true);
  expect(reader.push(Buffer.from("ok\n"))).toEqual([]);
});

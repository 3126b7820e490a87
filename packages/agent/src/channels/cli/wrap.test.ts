import { array, assert, constantFrom, integer, property } from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { paint } from "./style.ts";
import { createWrap } from "./wrap.ts";

test("breaks between words and keeps the unfinished row apart", () => {
  const wrap = createWrap(() => 10);
  expect(wrap.push("one two three fo")).toEqual(["one two"]);
  expect(wrap.partial).toBe("three fo");
  expect(wrap.push("ur\nfive")).toEqual(["three four"]);
  expect(wrap.end()).toEqual(["five"]);
  expect(wrap.partial).toBe("");
});

test("cuts a word only where it is wider than a row", () => {
  const wrap = createWrap(() => 4);
  expect(wrap.push("a 漢字漢字漢 b")).toEqual(["a", "漢字", "漢字"]);
  expect(wrap.end()).toEqual(["漢 b"]);
});

test("a style goes on in the next row, and each row turns it off", () => {
  const wrap = createWrap(() => 5);
  const [first] = wrap.push(paint("bold", "aaaa bbbb"));
  expect(first).toBe("\u001B[1maaaa\u001B[0m");
  expect(wrap.partial).toBe("\u001B[1mbbbb\u001B[22m");
});

test("keeps indentation and empty rows", () => {
  const wrap = createWrap(() => 20);
  expect([...wrap.push("a\n\n  b\n"), ...wrap.end()]).toEqual(["a", "", "  b"]);
});

test("no row is too wide, and nothing but spaces is lost", () => {
  const piece = constantFrom("a", "word", "漢字", "👨‍👩‍👧", " ", "  ", "\n", "averyveryverylongword");
  assert(
    property(array(piece), integer({ min: 2, max: 12 }), (pieces, columns) => {
      const wrap = createWrap(() => columns);
      const rows = [...pieces.flatMap((text) => wrap.push(text)), ...wrap.end()];
      for (const row of rows) expect(stringWidth(row.trimEnd())).toBeLessThanOrEqual(columns);
      expect(rows.join("").replaceAll(/\s/g, "")).toBe(pieces.join("").replaceAll(/\s/g, ""));
    }),
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, digestOf, isRecord } from "./json.ts";

/** Returns the same value with the keys of its objects in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

test("keys are sorted at every depth, lists keep their order", () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3], a: null })).toBe(
    '{"a":null,"b":[{"c":2,"d":1},3]}',
  );
});

test("the order of keys changes neither text nor digest", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(digestOf(reversed(value))).toBe(digestOf(value));
    }),
  );
});

test("the text says what plain JSON says", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("other values have other digests", () => {
  expect(digestOf({ to: "Bob" })).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf({ to: "Bob" })).not.toBe(digestOf({ to: "Eve" }));
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
  expect(digestOf({})).not.toBe(digestOf([]));
});

test("a record is an object that is neither a list nor null", () => {
  expect([{}, [], null, "text", undefined].map(isRecord)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

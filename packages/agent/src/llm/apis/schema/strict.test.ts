import { expect, test } from "vitest";
import { strict, withoutFilledNulls } from "./strict.ts";

const schema = {
  type: "object",
  properties: {
    to: { type: "string" },
    days: { type: "integer", default: 1 },
    notes: {
      type: "array",
      items: { type: "object", properties: { text: { type: "string" } } },
    },
    until: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  required: ["to"],
};

const orNull = (inner: object) => ({ anyOf: [inner, { type: "null" }] });

test("requires everything, and lets what was optional be null", () => {
  expect(strict(schema)).toEqual({
    type: "object",
    properties: {
      to: { type: "string" },
      days: orNull({ type: "integer" }),
      notes: orNull({
        type: "array",
        items: {
          type: "object",
          properties: { text: orNull({ type: "string" }) },
          required: ["text"],
          additionalProperties: false,
        },
      }),
      until: orNull({ anyOf: [{ type: "string" }, { type: "null" }] }),
    },
    required: ["to", "days", "notes", "until"],
    additionalProperties: false,
  });
});

test.each([
  ["a map with free keys", { type: "object", additionalProperties: { type: "string" } }],
  ["a reference", { type: "object", properties: { a: { $ref: "#/$defs/a" } } }],
  ["a sum of schemas", { type: "object", allOf: [{ type: "object" }] }],
  ["a choice with one of these", { type: "object", properties: { a: { anyOf: [{ not: {} }] } } }],
  ["anything but an object", { type: "string" }],
])("%s cannot be said strictly", (_what, loose) => {
  expect(strict(loose)).toBeUndefined();
});

test("takes out the nulls that stand for nothing, and no others", () => {
  const written = { to: null, days: null, notes: [{ text: null }, { text: "a" }], until: null };
  expect(withoutFilledNulls(written, schema)).toEqual({
    to: null,
    notes: [{}, { text: "a" }],
    until: null,
  });
});

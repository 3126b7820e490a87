import { expect, test } from "vitest";
import { allSent, foreignParams } from "./foreign-params.ts";

const SCHEMA = {
  type: "object",
  properties: { pattern: { type: "string" }, count: { type: "integer", minimum: 1 } },
  required: ["count"],
  additionalProperties: false,
};

test("arguments are checked as declared, and each is sent", () => {
  const params = foreignParams(SCHEMA);
  expect(params.safeParse({ count: 2, pattern: "x" }).success).toBe(true);
  expect(params.safeParse({ count: 0 }).success).toBe(false);
  expect(params.safeParse({ pattern: "x" }).success).toBe(false);
  expect(allSent(SCHEMA)).toEqual({ pattern: "query", count: "query", "*": "query" });
});

test("a pattern that takes for ever to match is not matched here", () => {
  const slow = { type: "object", properties: { text: { type: "string", pattern: "^(a+)+$" } } };
  const text = `${"a".repeat(100)}!`;
  expect(foreignParams(slow).safeParse({ text }).success).toBe(true);
});

test("a schema that is not valid accepts any object", () => {
  const params = foreignParams({ type: 7 });
  expect(params.safeParse({ any: "thing" }).success).toBe(true);
  expect(params.safeParse("text").success).toBe(false);
});

import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

test("tells JSON, null included, from text that is none", () => {
  expect(parseJson("null")).toEqual({ value: null });
  expect(parseJson('{"a":[1]}')).toEqual({ value: { a: [1] } });
  expect(parseJson("{a:1}")).toBeUndefined();
  expect(parseJson("")).toBeUndefined();
});

import { expect, test } from "vitest";
import { assertCallbacksDeclared, buttonRows } from "./buttons.ts";

test.each([
  ["a label that is empty", [[{ label: "", data: "a" }]]],
  ["data that is too long", [[{ label: "a", data: "a".repeat(201) }]]],
  ["a URL that is not https", [[{ label: "a", url: "javascript:alert(1)" }]]],
  ["both", [[{ label: "a", data: "a", url: "https://a.example" }]]],
  ["nine in a row", [Array.from({ length: 9 }, () => ({ label: "a", data: "a" }))]],
  ["an empty row", [[]]],
])("a button with %s is refused", (_name, rows) => {
  expect(buttonRows.safeParse(rows).success).toBe(false);
});

test("handlers of presses are declared, and have different prefixes", () => {
  const declared = { buttons: true };
  assertCallbacksDeclared({ callbacks: [] }, { buttons: false });
  assertCallbacksDeclared({ callbacks: ["a", "b"] }, declared);
  expect(() => assertCallbacksDeclared({ callbacks: ["a"] }, { buttons: false })).toThrow(
    /does not declare/,
  );
  expect(() => assertCallbacksDeclared({ callbacks: ["a", "a"] }, declared)).toThrow(/prefix "a"/);
});

import { expect, test } from "vitest";
import { quoted, quotedList } from "./quoted.ts";

test("a text of 200 characters is shown whole", () => {
  const text = "a".repeat(200);
  expect(quoted(text)).toBe(`"${text}"`);
});

test("a longer text is cut to 200 characters, and no character in two", () => {
  expect(quoted("a".repeat(201))).toBe(`"${"a".repeat(199)}…"`);
  expect(quoted(`${"a".repeat(198)}🙂${"b".repeat(10)}`)).toBe(`"${"a".repeat(198)}…"`);
});

test("quotation marks and line breaks stay inside the quotation", () => {
  expect(quoted('done"?\nPay 5 TON')).toBe(String.raw`"done\"?\nPay 5 TON"`);
});

test("a list names every text", () => {
  expect(quotedList(["anna@example.com", "bo@example.com"])).toBe(
    '"anna@example.com", "bo@example.com"',
  );
});

import { expect, test } from "vitest";
import { quoted, quotedList } from "./quoted.ts";

test("a text of 300 characters is shown whole", () => {
  const text = "a".repeat(300);
  expect(quoted(text)).toBe(`"${text}"`);
});

test("a longer text is cut to 300 characters, no character in two, and says how much is left out", () => {
  expect(quoted("a".repeat(301))).toBe(`"${"a".repeat(299)}…" (+2)`);
  expect(quoted(`${"a".repeat(298)}🙂${"b".repeat(10)}`)).toBe(`"${"a".repeat(298)}…" (+12)`);
});

test("spaces push nothing out of sight", () => {
  expect(quoted(`uptime${" ".repeat(300)}; rm x`)).toBe('"uptime␣×300; rm x"');
});

test("quotation marks and line breaks stay inside the quotation", () => {
  expect(quoted('done"?\nPay 5 TON')).toBe(String.raw`"done\"?\nPay 5 TON"`);
});

test("a list names every text", () => {
  expect(quotedList(["anna@example.com", "bo@example.com"])).toBe(
    '"anna@example.com", "bo@example.com"',
  );
});

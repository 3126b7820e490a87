import { expect, test } from "vitest";
import { codeDigest, codeIn, mintCode } from "./link-person.ts";

test.each([
  ["/link *AB12-CD34*", "AB12-CD34"],
  ["/link ABCD-2345", "ABCD-2345"],
  ["  /LINK abcd2345 ", "abcd2345"],
  ["/link", undefined],
  ["/link ABCD-2345 please", undefined],
  ["write /link ABCD-2345", undefined],
  ["/linked ABCD-2345", undefined],
])("%j says %s", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test("a code is the same however it is written, and differs with each id", () => {
  expect(codeDigest("abcd-2345")).toBe(codeDigest("ABCD2345"));
  const one = mintCode(() => "one");
  expect(one).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  expect(mintCode(() => "two")).not.toBe(one);
});

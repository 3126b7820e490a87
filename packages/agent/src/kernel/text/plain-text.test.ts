import { expect, test } from "vitest";
import { plainText, withoutStyles } from "./plain-text.ts";

test.each([
  ["**cas**ino *a*b ~~c~~d ||e||f <u>g</u>h `i`j", "casino ab cd ef gh ij"],
  ["[cas](https://ex.com/a_b)ino", "casino"],
  ["[**cas**](<https://ex.com/(a)>)ino", "casino"],
  [String.raw`[\[a\]](tg://user?id=7)`, String.raw`\[a\]`],
  ["a [b] (c) d_e ~f", "a [b] (c) d_e ~f"],
  ["", ""],
])("%j is seen as %j", (markdown, seen) => {
  expect(plainText(markdown)).toBe(seen);
});

test("addresses are more than a style", () => {
  expect(withoutStyles("**a** [b](https://ex.com)")).toBe("a [b](https://ex.com)");
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";
import { createTermMatcher } from "./term-matcher.ts";

const found = (terms: readonly string[], text: string) =>
  createTermMatcher(terms.map((term) => ({ text: term, value: term })))(foldText(text));

const namesIn = (terms: readonly string[], text: string) =>
  found(terms, text).map(({ value }) => value);

test("a match says where it stands in the folded text", () => {
  expect(found(["pull request"], "My  Pull-Request!")).toEqual([
    { value: "pull request", start: 3, end: 15 },
  ]);
});

test.each<[string, readonly string[], readonly string[]]>([
  ["Mail me the mails", ["mail"], ["mail"]],
  ["Mail me the mails", ["mail*"], ["mail*", "mail*"]],
  ["voicemail", ["mail", "mail*"], []],
  ["Größe", ["GROSSE"], ["GROSSE"]],
  ["send the mail", ["mail", "send"], ["send", "mail"]],
  ["новые письма", ["письм*"], ["письм*"]],
  ["我要发邮件给他", ["邮件", "日历"], ["邮件"]],
  ["メールを送って", ["メール", "送っ"], ["メール", "送っ"]],
  ["用GitHub看看", ["github"], ["github"]],
  ["والرسالة", ["رسالة"], ["رسالة"]],
  ["الرسائل", ["رسال"], []],
  ["", ["mail"], []],
])("in %j, of %j, it finds %j", (text, terms, expected) => {
  expect(namesIn(terms, text)).toEqual(expected);
});

test("two terms that begin alike are both found", () => {
  expect(namesIn(["pull", "pull request", "pul*"], "pull request")).toEqual([
    "pul*",
    "pull",
    "pull request",
  ]);
});

test("each word of any text is found at its own place", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const folded = foldText(text);
      const words = folded.split(" ").filter((word) => word !== "");
      for (const { value, start, end } of found(words, text))
        expect(folded.slice(start, end)).toBe(value);
      expect(new Set(namesIn(words, text))).toEqual(new Set(words));
    }),
  );
});

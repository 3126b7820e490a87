import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["  Hello,   WORLD! ", "hello world"],
  ["e-mail: a.b@c.de", "e mail a b c de"],
  ["Größe ändern – şunu paylaş", "grosse andern sunu paylas"],
  ["İstanbul ve ısı", "istanbul ve isi"],
  ["zażółć gęślą", "zazolc gesla"],
  ["Ещё одно письмо", "еще одно письмо"],
  ["أَرْسِلْ رسالةً", "ارسل رساله"],
  ["ＡＢＣ　メール", "abc メール"],
  ["👍 !?", ""],
])("folds %j to %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

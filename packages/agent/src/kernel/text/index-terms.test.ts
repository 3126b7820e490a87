import * as fc from "fast-check";
import { expect, test } from "vitest";
import { indexTerms } from "./index-terms.ts";

test.each([
  ["Ann's cats were RUNNING, running!", ["ann", "cat", "were", "run", "run"]],
  ["l’eau de Genève", ["l", "eau", "de", "genev"]],
  ["Где мои книги, Юлий?", ["где", "мо", "книг", "юл"]],
  ["iPhoneを買った", ["iphon", "を買", "買っ", "った"]],
  ["東京 犬", ["東京", "犬"]],
  ["한국어 책", ["한국", "국어", "책"]],
  ["がぎ", ["がぎ"]],
  ["ตลาด", ["ตล", "ลา", "าด"]],
  ["مَدْرَسَة", ["مدرسه"]],
  ["v2.0 on 2026-11-22", ["v2", "0", "on", "2026", "11", "22"]],
  ['NEAR( "a* OR -b', ["near", "a", "or", "b"]],
  ["👍 !?", []],
])("reads %j as its terms", (text, terms) => {
  expect(indexTerms(text)).toEqual(terms);
});

test("a question and a text that inflect a word differently share its term", () => {
  expect(indexTerms("adopted puppies")).toEqual(indexTerms("adopting puppy"));
  expect(indexTerms("купила билеты")).toEqual(indexTerms("купить билет"));
});

test("a run of letters without end counts by its beginning", () => {
  expect(indexTerms("a".repeat(10_000))).toEqual(["a".repeat(64)]);
});

test("terms hold nothing that parts words, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(indexTerms(text).filter((term) => !/^[\p{L}\p{M}\p{N}]+$/u.test(term))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

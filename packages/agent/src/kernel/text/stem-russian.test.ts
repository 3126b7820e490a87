import { expect, test } from "vitest";
import { stemRussian } from "./stem-russian.ts";

test.each([
  ["книга книги книгу книгои книгам книгах", "книг"],
  ["красивыи красивая красивого красивыми красивее", "красив"],
  ["читал читала читали читать читает", "чита"],
  ["стол стола столу столом столах", "стол"],
  ["радость радости радостью", "радост"],
  ["вернулся вернулась вернулись", "вернул"],
])("gives one stem to %s", (words, stem) => {
  expect(new Set(words.split(" ").map(stemRussian))).toEqual(new Set([stem]));
});

test.each(["я", "он", "вк", "дом"])("leaves %s as it is", (word) => {
  expect(stemRussian(word)).toBe(word);
});

import { expect, test } from "vitest";
import { findMentionedPeople } from "./find-mentioned-people.ts";

const authors = ["Ann Lee", "Ann Fox", "Bob", "Юлия", "田中", null];

test.each([
  [["tea"], undefined, []],
  [["bob", "tea"], "Bob", ["bob"]],
  [["ann"], undefined, ["ann"]],
  [["ann", "fox"], "Ann Fox", ["ann", "fox"]],
  [["ann", "bob"], undefined, ["ann", "bob"]],
  [["юл"], "Юлия", ["юл"]],
  [["田中"], "田中", ["田中"]],
])("of %j names %j", (terms, author, named) => {
  const rows = authors.flatMap((name) => [{ author: name }, { author: name }]);
  expect(findMentionedPeople(rows, terms)).toEqual({ author, terms: new Set(named) });
});

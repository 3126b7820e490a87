import { expect, test } from "vitest";
import { queryTerms } from "./query-terms.ts";

test.each([
  ["When did Ann adopt the puppies?", ["ann", "adopt", "puppi"]],
  ["Wo sind die Schlüssel vom Keller?", ["die", "schlussel", "vom", "keller"]],
  ["где лежат мои ключи", ["лежат", "ключ"]],
  ["¿Dónde está la llave?", ["llave"]],
  ["鍵はどこ", ["鍵は", "はど", "どこ"]],
  ["who are you", ["who", "are", "you"]],
  ["tea tea TEA", ["tea"]],
  ["", []],
])("looks for what tells something in %j", (text, terms) => {
  expect(queryTerms(text)).toEqual(terms);
});

test("reads the beginning of a long text", () => {
  const words = Array.from({ length: 100 }, (_, at) => `w${at}x`);
  expect(queryTerms(words.join(" "))).toEqual(words.slice(0, 32));
});

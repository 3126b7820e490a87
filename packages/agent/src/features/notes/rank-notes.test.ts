import type { Note } from "@reeve/operations/memory/notes";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rankNotes, wordsOf } from "./rank-notes.ts";

const note = (id: string, own: Partial<Note> = {}): Note => ({
  id,
  title: undefined,
  text: "",
  tags: [],
  createdAt: 0,
  updatedAt: 0,
  ...own,
});

const ranked = (notes: readonly Note[], query: string) =>
  rankNotes(notes, query).map(({ id }) => id);

test("words are lower-case and each counts once, in any script", () => {
  expect(wordsOf("Buy MILK, buy oat-milk! Ümlaut кот 猫 2026")).toEqual(
    "buy milk oat ümlaut кот 猫 2026".split(" "),
  );
  expect(wordsOf(" ?!")).toEqual([]);
  expect(wordsOf(Array.from({ length: 50 }, (_, index) => `w${index}`).join(" "))).toHaveLength(32);
});

test("a note with more of the words comes first", () => {
  const notes = [note("one", { text: "milk" }), note("two", { text: "milk and bread" })];
  expect(ranked(notes, "bread milk")).toEqual(["two", "one"]);
});

test("a word in the title or a tag counts twice", () => {
  const notes = [
    note("text", { text: "Milk and bread" }),
    note("title", { title: "Milk" }),
    note("tag", { tags: ["milk"], createdAt: 1 }),
  ];
  expect(ranked(notes, "MILK")).toEqual(["tag", "title", "text"]);
});

test("of equals the newest comes first, and what holds no word is left out", () => {
  const notes = [
    note("old", { text: "milk", createdAt: 1 }),
    note("other", { text: "bread", createdAt: 9 }),
    note("new", { text: "milk", createdAt: 2 }),
  ];
  expect(ranked(notes, "milk")).toEqual(["new", "old"]);
  expect(ranked(notes, "?")).toEqual([]);
});

test("the order in which notes are stored does not matter", () => {
  const notes = fc.uniqueArray(
    fc.record({ createdAt: fc.nat(), text: fc.constantFrom("milk", "bread milk", "tea") }),
    { selector: ({ createdAt }) => createdAt },
  );
  fc.assert(
    fc.property(notes, (contents) => {
      const all = contents.map((own) => note(String(own.createdAt), own));
      expect(ranked(all.toReversed(), "bread milk")).toEqual(ranked(all, "bread milk"));
    }),
  );
});

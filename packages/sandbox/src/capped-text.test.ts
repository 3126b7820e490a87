import { expect, test } from "vitest";
import { createCappedText } from "./capped-text.ts";

function capped(pieces: readonly string[], keep: { head: number; tail: number }) {
  const text = createCappedText(keep);
  for (const piece of pieces) text.add(piece);
  return text.take();
}

test("keeps a text whole that fits", () => {
  expect(capped(["abc", "defg", "hij"], { head: 5, tail: 5 })).toEqual({
    text: "abcdefghij",
    leftOut: 0,
  });
});

test("keeps head and tail of a longer one and counts the rest, however it is cut into pieces", () => {
  const wanted = { text: "01234\n[… 10 characters omitted …]\n56789", leftOut: 10 };
  const text = "01234567890123456789";
  expect(capped([text], { head: 5, tail: 5 })).toEqual(wanted);
  expect(capped(text.split(""), { head: 5, tail: 5 })).toEqual(wanted);
  expect(capped(["012", "3456789", "0123456789"], { head: 5, tail: 5 })).toEqual(wanted);
});

test("keeps no more than it has to of an endless text", () => {
  const text = createCappedText({ head: 4, tail: 4 });
  for (let count = 0; count < 1000; count += 1) text.add("x".repeat(1000));
  text.add("last");
  expect(text.take()).toEqual({
    text: "xxxx\n[… 999996 characters omitted …]\nlast",
    leftOut: 999_996,
  });
});

test("keeps the beginning alone where there is no room for an end", () => {
  expect(capped(["abcdef"], { head: 3, tail: 0 })).toEqual({
    text: "abc\n[… 3 characters omitted …]",
    leftOut: 3,
  });
});

test("leaves no half of a character behind", () => {
  expect(capped(["a😀bcd😀e"], { head: 2, tail: 2 })).toEqual({
    text: "a\n[… 5 characters omitted …]\ne",
    leftOut: 5,
  });
});

import { expect, test } from "vitest";
import { summarizePage } from "./summarize-page.ts";

test("a page is summed up by what it says of itself", () => {
  const description = "  How tides\n work. ";
  expect(summarizePage({ description, text: "Something else." })).toBe("How tides work.");
});

test("without that its first paragraph tells, not a menu", () => {
  const text = `Home\nAbout\n\n${"The moon pulls at the sea, and the sea follows it around the earth. ".repeat(2)}\nMore`;
  expect(summarizePage({ text })).toBe(
    "The moon pulls at the sea, and the sea follows it around the earth. The moon pulls at the sea, and the sea follows it around the earth.",
  );
});

test("a short page is its own summary, and an empty one has none", () => {
  expect(summarizePage({ text: "\n Hello there. \n" })).toBe("Hello there.");
  expect(summarizePage({ text: " \n " })).toBe(undefined);
});

test("what is long is cut after a sentence, else after a word", () => {
  const sentence = `${"word ".repeat(30).trim()}. `;
  expect(summarizePage({ text: sentence.repeat(9) })).toBe(`${sentence}${sentence}`.trim());
  const endless = "word ".repeat(200).trim();
  expect(summarizePage({ text: endless })).toBe(`${"word ".repeat(80).trim()}…`);
});

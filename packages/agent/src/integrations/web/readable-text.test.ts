import { expect, test } from "vitest";
import { readableText } from "./readable-text.ts";

const url = "https://example.com/";
const sentence = "The river rises in spring, when the snow of the hills melts. ";
const long = sentence.repeat(10);

test("the main content is left, and what stands around it is not", () => {
  const html = `<html><head><title>Rivers</title></head><body>
    <header><nav><a href="/">Home</a></nav></header>
    <main><article><p>${long}</p><p>${long}</p></article></main>
    <footer>All rights reserved</footer></body></html>`;
  expect(readableText({ html, url })).toEqual({
    title: "Rivers",
    text: `${long.trim()}\n\n${long.trim()}`,
  });
});

test.each([
  [
    "a whole page",
    "<!doctype html><html><head><title> A\n B </title></head><body><p>x</body></html>",
  ],
  ["a page without html", "<head><title>A B</title></head><body><p>x</body>"],
  ["a page without body", "<!DOCTYPE html><html lang=en><title>A B</title><p>x</html>"],
  ["a page with neither", "<!doctype html><title>A B</title><p>x"],
])("the title and text of %s are found", (_what, html) => {
  expect(readableText({ html, url })).toEqual({ title: "A B", text: "x" });
});

test.each([
  ['<meta name="description" content=" How tides\n work. ">', "How tides work."],
  ['<meta property="og:description" content="On the sea.">', "On the sea."],
  [
    '<meta property="og:description" content="Second."><meta name="description" content="First.">',
    "First.",
  ],
  ['<meta name="description" content=" ">', undefined],
])("what a page says of itself is found in %s", (head, description) => {
  const html = `<head><title>Tides</title>${head}</head><body><p>x</body>`;
  expect(readableText({ html, url })).toEqual({ title: "Tides", description, text: "x" });
});

test("a page where no part stands out is read whole", () => {
  const html = "<ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>";
  expect(readableText({ html, url })).toEqual({
    title: undefined,
    text: "- One (https://example.com/a)\n- Two (https://example.com/b)",
  });
});

test.each(["", "   ", "<", "<html>", "<!-- only -->"])("of %j little is left", (html) => {
  const { text } = readableText({ html, url });
  expect(text.length).toBeLessThanOrEqual(1);
});

test("a deeply nested page is read whole, at once", () => {
  const html = `<title>Deep</title>${"<div>".repeat(3_000)}x`;
  expect(readableText({ html, url })).toEqual({ title: "Deep", text: "x" });
});

import { expect, test } from "vitest";
import { labelOfSource } from "../../../kernel/label.ts";
import type { PromptText } from "../../prompt-text.ts";
import { readText } from "./clauses.ts";
import { bitsOfAddress, bitsOfQuery, type AddressContext } from "./egress.ts";
import { normalize } from "./plain-text.ts";

const page = (text: string, kind: "page" | "search" = "page"): PromptText => ({
  text,
  label: labelOfSource({ kind, where: "a.example", integrity: "web" }),
  isOutside: true,
  isNew: true,
});

const around = (own: Partial<AddressContext> = {}): AddressContext => ({
  trusted: [],
  untrusted: [],
  newest: undefined,
  opened: [],
  ...own,
});

const LINKS = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `https://${name}.example/go`);
const listed = page(LINKS.join(" "));

test("what a trusted text names tells nothing", () => {
  const trusted = [
    { ...page("see a.example/x"), label: { integrity: "owner", audience: "all" } } as const,
  ];
  expect(bitsOfAddress("https://a.example/x#part", around({ trusted }))).toBe(0);
  expect(bitsOfAddress("https://a.example/y", around({ trusted }))).toBeGreaterThan(8);
});

test("the choice of a link tells how many there were, and less with each that is gone", () => {
  const untrusted = [listed];
  expect(bitsOfAddress("https://d.example/go", around({ untrusted }))).toBe(3);
  const opened = ["https://d.example/go"];
  expect(bitsOfAddress("https://a.example/go", around({ untrusted, opened }))).toBe(Math.log2(7));
});

test("links that are followed in their order tell only where one starts", () => {
  const untrusted = [listed];
  const opened = LINKS.slice(0, 2);
  expect(bitsOfAddress(LINKS[0] ?? "", around({ untrusted }))).toBe(3);
  expect(bitsOfAddress(LINKS[2] ?? "", around({ untrusted, opened }))).toBe(0);
  expect(bitsOfAddress(LINKS[4] ?? "", around({ untrusted, opened }))).toBeGreaterThan(2);
});

test("search results of one site are one choice, those of others another", () => {
  const untrusted = [
    page(
      "https://x.shop.example/1 https://y.shop.example/2 https://shop.example/3 https://b.test/",
      "search",
    ),
  ];
  expect(bitsOfAddress("https://b.test/", around({ untrusted }))).toBe(1);
  expect(bitsOfAddress("https://shop.example/3", around({ untrusted }))).toBe(Math.log2(3));
});

test("a link that the asker named by its text tells nothing, if no other fits", () => {
  const untrusted = [page("[Setup](https://a.example/s1) and [Prices](https://a.example/p9)")];
  const newest = readText(normalize("open the setup page there"));
  expect(bitsOfAddress("https://a.example/s1", around({ untrusted, newest }))).toBe(0);
  expect(bitsOfAddress("https://a.example/p9", around({ untrusted, newest }))).toBe(1);
  const twice = [page("[Setup](https://a.example/s1) and [Setup](https://a.example/s2)")];
  expect(bitsOfAddress("https://a.example/s1", around({ untrusted: twice, newest }))).toBe(1);
});

test.each([
  "https://a.example/go?d=1",
  "https://a.example/x",
  "https://x.a.example/go",
  "https://a.example:81/go",
  "https://me@a.example/go",
  "http://a.example/go",
  "https://a.example/GO",
  "not an address",
])("%s is more than the budget of a turn, since a part of it was composed", (address) => {
  expect(bitsOfAddress(address, around({ untrusted: [listed] }))).toBeGreaterThan(8);
});

function bits(path: string): number {
  return bitsOfAddress(`https://a.example/${path}`, around({ untrusted: [listed] }));
}

test("each byte of a path or a query counts", () => {
  expect(bits("abcdef") - bits("abcde")).toBe(8);
  expect(bits("go?q=12") - bits("go?q=1")).toBe(8);
});

test("an address that was stored here may have been composed, and is not given", () => {
  const untrusted = [{ ...listed, isOutside: false }];
  expect(bitsOfAddress("https://d.example/go", around({ untrusted }))).toBeGreaterThan(8);
});

test("a query tells what the asker did not type", () => {
  const newest = readText("weather in Linz");
  expect(bitsOfQuery("Linz weather", newest)).toBe(0);
  expect(bitsOfQuery("Linz code 8317", newest)).toBe(8 * ("code".length + 1 + "8317".length + 1));
});

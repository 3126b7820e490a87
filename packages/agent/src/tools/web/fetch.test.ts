import type { Web } from "@reeve/sdk";
import { expect, test } from "vitest";
import { callContext } from "../testing/contexts.ts";
import { webFetch } from "./fetch.ts";

const page = { url: "https://example.com/end", title: "T", contentType: "text/html" };

function fetchFrom(text: string, args: object) {
  const asked: string[] = [];
  const web: Web = {
    async fetch(url) {
      asked.push(url);
      return { ...page, text };
    },
  };
  const params = webFetch.params.parse({ url: " https://example.com/ ", ...args });
  return webFetch.run(params, { ...callContext(), web }).then((result) => ({ asked, result }));
}

test("a short page is given whole", async () => {
  expect(await fetchFrom("hello", {})).toEqual({
    asked: ["https://example.com/"],
    result: { ...page, text: "hello", totalChars: 5 },
  });
});

test("a long page is given in pieces that follow each other, by default of 20,000 characters", async () => {
  const text = "a".repeat(20_000) + "b".repeat(20_000) + "c";
  const pieces = await Promise.all(
    [{}, { offset: 20_000 }, { offset: 40_000 }].map((args) => fetchFrom(text, args)),
  );
  expect(pieces.map(({ result }) => result)).toEqual([
    { ...page, text: "a".repeat(20_000), totalChars: 40_001, next: 20_000 },
    { ...page, text: "b".repeat(20_000), totalChars: 40_001, next: 40_000 },
    { ...page, text: "c", totalChars: 40_001 },
  ]);
});

test.each([
  [{ maxLength: 2 }, "a😀", 3],
  [{ maxLength: 3 }, "a😀", 3],
  [{ maxLength: 2, offset: 3 }, "b😀", undefined],
  [{ maxLength: 9, offset: 99 }, "", undefined],
])("with %j no character is split, and nothing is left out", async (args, text, next) => {
  const { result } = await fetchFrom("a😀b😀", args);
  expect(result).toEqual({ ...page, text, totalChars: 6, ...(next && { next }) });
});

test("failures are passed on", async () => {
  const web: Web = { fetch: () => Promise.reject(new Error("no")) };
  const params = webFetch.params.parse({ url: "x" });
  await expect(webFetch.run(params, { ...callContext(), web })).rejects.toThrow("no");
});

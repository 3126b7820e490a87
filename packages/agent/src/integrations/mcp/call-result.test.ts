import { expect, test } from "vitest";
import { readCallResult } from "./call-result.ts";

const text = (said: string) => ({ type: "text", text: said }) as const;

test("the structured form stands alone, because servers repeat it as text", () => {
  const result = { content: [text('{"sum":3}')], structuredContent: { sum: 3 } };
  expect(readCallResult("far", result)).toEqual({ sum: 3 });
});

test("without it, blocks are read as text, and what is no text is named", () => {
  const data = Buffer.from("GIF89a").toString("base64");
  const result = {
    content: [
      text("Found:"),
      { type: "image", mimeType: "image/gif", data },
      { type: "resource_link", name: "report", uri: "file:///report.md" },
      { type: "resource", resource: { uri: "file:///a.txt", text: "inside" } },
      { type: "resource", resource: { uri: "file:///a.bin", blob: data } },
    ],
  } as const;
  expect(readCallResult("far", { content: [...result.content] })).toBe(
    [
      "Found:",
      "[image, image/gif, 6 bytes]",
      "report: file:///report.md",
      "inside",
      "[file file:///a.bin, 6 bytes]",
    ].join("\n"),
  );
});

test("a result that reports an error is a fault with the server's words", () => {
  const result = { content: [text("no such entity")], isError: true };
  expect(() => readCallResult("far", result)).toThrow("no such entity");
  expect(() => readCallResult("far", { content: [], isError: true })).toThrow(
    /far reported an error/,
  );
});

test("a result that nobody could read is refused", () => {
  const result = { content: [text("x".repeat(4_000_001))] };
  expect(() => readCallResult("far", result)).toThrow(/returned 4000001 characters/);
});

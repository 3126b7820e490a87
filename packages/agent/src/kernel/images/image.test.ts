import { expect, test } from "vitest";
import { inspectImage } from "./image.ts";

function encode(...bytes: readonly (number | string)[]): string {
  return Buffer.concat(
    bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
  ).toString("base64");
}

test("images are known by their first bytes, whatever they are called", () => {
  const png = encode(0x89, "PNG\r\n", 0x1a, "\n", "rest");
  expect(inspectImage(png)).toEqual({ mediaType: "image/png", bytes: 12 });
  expect(inspectImage(encode(0xff, 0xd8, 0xff, "rest"))).toEqual({
    mediaType: "image/jpeg",
    bytes: 7,
  });
  expect(inspectImage(encode("GIF89a rest"))).toEqual({ mediaType: "image/gif", bytes: 11 });
  expect(inspectImage(encode("RIFF\n\n\n\nWEBP"))).toEqual({ mediaType: "image/webp", bytes: 12 });
});

test("what is no image, or no base64, is none", () => {
  expect(inspectImage(encode("<svg></svg>"))).toBe(undefined);
  expect(inspectImage("")).toBe(undefined);
  expect(inspectImage(`${encode("GIF89a rest")}!?`)).toBe(undefined);
  expect(inspectImage("data:image/gif;base64,R0lGODlhIHJlc3Q=")).toBe(undefined);
});

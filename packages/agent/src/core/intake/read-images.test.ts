import { expect, test } from "vitest";
import { readImages } from "./read-images.ts";

/** A pixel wide and high. */
const HEADER = "GIF89a\u0001\0\u0001\0";
const gif = Buffer.from(`${HEADER}rest`).toString("base64");
const megabyte = 1024 * 1024;

function gifOf(bytes: number): string {
  const image = Buffer.alloc(bytes);
  image.write(HEADER);
  return image.toString("base64");
}

test("images are read for what they are, and other media stay as they are", () => {
  expect(readImages([{ kind: "photo", image: gif }, { kind: "voice" }])).toEqual({
    media: [
      { kind: "photo", image: { mediaType: "image/gif", bytes: 14, data: gif } },
      { kind: "voice" },
    ],
    denial: undefined,
  });
  expect(readImages()).toEqual({ media: [], denial: undefined });
});

test("base64 of other spellings is kept as providers read it", () => {
  const data = Buffer.from(`${HEADER}?>>?>~`).toString("base64");
  const spelt = data.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  expect(spelt).not.toBe(data);
  expect(readImages([{ kind: "photo", image: spelt }]).media).toEqual([
    { kind: "photo", image: { mediaType: "image/gif", bytes: 16, data } },
  ]);
});

test("a message may have four images", () => {
  const four = Array.from({ length: 4 }, () => ({ kind: "photo", image: gif }));
  expect(readImages(four).denial).toBe(undefined);
  expect(readImages([...four, { kind: "photo", image: gif }])).toEqual({
    media: Array.from({ length: 5 }, () => ({ kind: "photo" })),
    denial: "the message has 5 images; the maximum is 4",
  });
});

test("an image may have five megabytes", () => {
  const large = { kind: "photo", image: gifOf(5 * megabyte) };
  expect(readImages([large]).denial).toBe(undefined);
  const larger = { kind: "photo", image: gifOf(5 * megabyte + megabyte / 5) };
  expect(readImages([large, larger])).toEqual({
    media: [{ kind: "photo" }, { kind: "photo" }],
    denial: "an image has 5.2 MB; the maximum is 5 MB",
  });
});

test("an image may have forty million pixels, whatever it weighs", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d494844520000c3500000c350", "hex");
  expect(readImages([{ kind: "photo", image: png.toString("base64") }])).toEqual({
    media: [{ kind: "photo" }],
    denial: "an image has 2500 million pixels; the maximum is 40 million",
  });
});

test("what is no image is refused", () => {
  const denial = "the file is not a supported image; use PNG, JPEG, GIF or WebP";
  expect(readImages([{ kind: "photo", image: "PHN2Zz4=" }]).denial).toBe(denial);
  expect(readImages([{ kind: "photo", image: "" }]).denial).toBe(denial);
});

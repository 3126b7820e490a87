import { expect, test } from "vitest";
import { imageSize } from "./image-size.ts";
import { toImage } from "./to-image.ts";

function png(width: number, height: number): Buffer {
  const header = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

test("a picture's size is told by its header", () => {
  const gif = Buffer.from("4749463839612c01c8000000", "hex");
  const jpeg = Buffer.from(
    `ffd8ffe00010${"00".repeat(14)}ffdb0004aabbffffc2000b0800c8012c0100000000000000`,
    "hex",
  );
  const lossy = Buffer.from(
    `5249464600000000574542505650382000000000${"00".repeat(6)}2c01c800`,
    "hex",
  );
  const lossless = Buffer.alloc(32);
  lossless.write("RIFF\0\0\0\0WEBPVP8L", "latin1");
  lossless.writeUInt32LE(((199 << 14) | 299) >>> 0, 21);
  const extended = Buffer.alloc(32);
  extended.write("RIFF\0\0\0\0WEBPVP8X", "latin1");
  extended.writeUIntLE(299, 24, 3);
  extended.writeUIntLE(199, 27, 3);
  for (const bytes of [png(300, 200), gif, jpeg, lossy, lossless, extended])
    expect(imageSize(bytes)).toEqual({ width: 300, height: 200 });
});

test("a header that breaks off tells no size", () => {
  expect(imageSize(png(300, 200).subarray(0, 20))).toBe(undefined);
  expect(imageSize(png(0, 200))).toBe(undefined);
  expect(imageSize(Buffer.from("ffd8ffe0ffff000000000000", "hex"))).toBe(undefined);
  expect(imageSize(Buffer.from("words"))).toBe(undefined);
});

test("a picture is taken as it is", () => {
  const bytes = png(300, 200);
  expect(toImage(bytes, "a.png")).toEqual({
    mediaType: "image/png",
    data: bytes.toString("base64"),
    bytes: bytes.length,
  });
});

test("what no model takes, or what would fill the memory, is refused in a sentence", () => {
  const large = Buffer.concat([png(1, 1), Buffer.alloc(6 * 1024 * 1024)]);
  expect(() => toImage(large, "a.png")).toThrow(
    '"a.png" is 6.0 MB; the maximum for an image is 5 MB.',
  );
  expect(() => toImage(Buffer.from("BM"), "a.bmp")).toThrow('"a.bmp" is not a supported image.');
  expect(() => toImage(png(0, 0), "a.png")).toThrow(
    '"a.png" cannot be read: the image is damaged or incomplete.',
  );
  expect(() => toImage(png(50_000, 50_000), "a.png")).toThrow(
    '"a.png" has 50000 × 50000 pixels; the maximum is 40 million.',
  );
});

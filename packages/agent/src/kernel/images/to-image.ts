import { type Image, inspectImage } from "./image.ts";
import { imageSize } from "./image-size.ts";
import { unreadable } from "../unreadable.ts";

const MEGABYTE = 1024 * 1024;

/** The largest picture that models are shown, in bytes. */
const MAX_IMAGE_BYTES = 5 * MEGABYTE;

/** Maximum number of pixels of an image: decoding it takes four bytes for each. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/**
 * Reads a file as an image for models. Throws `invalid` with a sentence for people if it is no image, or
 * too large when decoded; only the header is read.
 */
export function toImage(data: Uint8Array, name: string): Image & { readonly bytes: number } {
  const called = `"${name}"`;
  if (data.length > MAX_IMAGE_BYTES)
    throw unreadable(
      "huge",
      `${called} is ${(data.length / MEGABYTE).toFixed(1)} MB; the maximum for an image is ${MAX_IMAGE_BYTES / MEGABYTE} MB.`,
      { hint: "Ask for a smaller image." },
    );
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.length).toString("base64");
  const found = inspectImage(base64);
  if (!found)
    throw unreadable("foreign", `${called} is not a supported image.`, {
      hint: "Use PNG, JPEG, GIF or WebP.",
    });
  const size = imageSize(data);
  if (!size)
    throw unreadable("damaged", `${called} cannot be read: the image is damaged or incomplete.`, {
      hint: "Ask for the image again.",
    });
  if (size.width * size.height > MAX_IMAGE_PIXELS)
    throw unreadable(
      "huge",
      `${called} has ${size.width} × ${size.height} pixels; the maximum is ${MAX_IMAGE_PIXELS / 1_000_000} million.`,
      { hint: "Ask for a smaller image." },
    );
  return { mediaType: found.mediaType, data: base64, bytes: found.bytes };
}

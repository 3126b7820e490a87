import type { ImageId } from "../ids.ts";

export interface Image {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Base64, without a prefix. */
  readonly data: string;
}

/** Names an image that is stored. */
export interface ImageRef {
  readonly id: ImageId;
  readonly mediaType: string;
  readonly bytes: number;
}

/** Image formats that every provider accepts, with the hexadecimal start of their bytes. */
const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^474946383[79]61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/**
 * Determines the type and size of a base64 image from its bytes. Returns undefined unless it is a PNG, JPEG,
 * GIF or WebP.
 */
export function inspectImage(data: string): Omit<ImageRef, "id"> | undefined {
  const content = Buffer.from(data, "base64");
  // Decoding skips characters that are not base64, so the content would be shorter.
  if (content.length !== bytesIn(data)) return undefined;
  const start = content.subarray(0, 16).toString("hex");
  const found = SIGNATURES.find(([, signature]) => signature.test(start));
  return found && { mediaType: found[0], bytes: content.length };
}

function bytesIn(base64: string): number {
  const padding = /={0,2}$/.exec(base64.slice(-2))?.[0].length ?? 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size of a PNG, JPEG, GIF or WebP image from its header alone. Undefined if the header does
 * not contain it.
 */
export function imageSize(data: Uint8Array): ImageSize | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const size = readSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function readSize(bytes: Buffer): ImageSize | undefined {
  const kind = bytes.toString("latin1", 0, 16);
  if (bytes.length >= 24 && kind.startsWith("\u0089PNG") && kind.endsWith("IHDR"))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && kind.startsWith("GIF8"))
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (kind.startsWith("\u00ff\u00d8")) return jpegSize(bytes);
  if (bytes.length >= 30 && kind.startsWith("RIFF") && kind.slice(8, 15) === "WEBPVP8")
    return webpSize(bytes);
  return undefined;
}

/** Start of a frame; the other numbers between them are tables. */
const FRAME = /^(?:c[0-35-79-bd-f])$/;

/** Skips segments up to the one that starts the image. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (FRAME.test(marker.toString(16)))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  const format = bytes.toString("latin1", 12, 16);
  if (format === "VP8X")
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (format === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (format !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

import { ImageKind, OPS } from "unpdf/pdfjs";
import type { Picture } from "../types.ts";
import { encodePng, type Pixels } from "./encode-png.ts";
import type { PdfObjects, PdfPage } from "./open-pdf.ts";
import { shrinkPixels } from "./shrink-pixels.ts";

/** Enough for a page of small print. */
const MAX_SIDE = 2_000;
const MAX_PNG_BYTES = 4 * 1024 * 1024;

/**
 * Returns the picture that a page consists of, small enough for models; strips of one picture are put
 * together. `empty` where none is painted, `small` where none has `fewestPixels`.
 */
export async function findScan(
  page: PdfPage,
  fewestPixels: number,
): Promise<Picture | "empty" | "small" | "unreadable"> {
  const painted = await listPainted(page);
  if (painted.length === 0) return "empty";
  const pictures = painted.flatMap((image) => toPixels(image) ?? []);
  if (pictures.length === 0) return "unreadable";
  const whole = joinStrips(pictures);
  if (areaOf(whole) < fewestPixels) return "small";
  return { mediaType: "image/png", data: toPng(whole).toString("base64") };
}

async function listPainted(page: PdfPage): Promise<readonly unknown[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const painted: unknown[] = [];
  for (const [index, operation] of fnArray.entries()) {
    const args = argsArray[index];
    const [first]: unknown[] = Array.isArray(args) ? args : [];
    if (operation === OPS.paintImageXObject) painted.push(await load(page, first));
    if (operation === OPS.paintInlineImageXObject) painted.push(first);
    if (operation === OPS.paintImageMaskXObject && isRecord(first)) {
      const bits = typeof first["data"] === "string" ? await load(page, first["data"]) : first;
      painted.push(isRecord(bits) ? { ...bits, kind: ImageKind.GRAYSCALE_1BPP } : undefined);
    }
  }
  return painted;
}

function load(page: PdfPage, id: unknown): Promise<unknown> {
  if (typeof id !== "string") return Promise.resolve(undefined);
  const objects: PdfObjects = id.startsWith("g_") ? page.commonObjs : page.objs;
  return new Promise((resolve) => objects.get(id, resolve));
}

function toPixels(image: unknown): Pixels | undefined {
  if (!isRecord(image)) return undefined;
  const { width, height, kind, data } = image;
  if (typeof width !== "number" || typeof height !== "number") return undefined;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const size = { width, height };
  if (kind === ImageKind.GRAYSCALE_1BPP)
    return { ...size, channels: 1, data: unpackBits(bytes, size) };
  if (kind === ImageKind.RGB_24BPP) return { ...size, channels: 3, data: bytes };
  if (kind === ImageKind.RGBA_32BPP) return { ...size, channels: 3, data: onWhite(bytes) };
  return undefined;
}

/** Unpacks bits; each row starts at a byte boundary. */
function unpackBits(
  bits: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const gray = new Uint8Array(width * height);
  const row = Math.ceil(width / 8);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      gray[y * width + x] = ((bits[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? WHITE : 0;
  return gray;
}

const WHITE = 255;

function onWhite(rgba: Uint8Array): Uint8Array {
  const count = rgba.length / 4;
  const rgb = new Uint8Array(count * 3);
  for (let index = 0; index < count; index += 1) {
    const opacity = (rgba[4 * index + 3] ?? 0) / WHITE;
    for (let channel = 0; channel < 3; channel += 1)
      rgb[3 * index + channel] = (rgba[4 * index + channel] ?? 0) * opacity + WHITE * (1 - opacity);
  }
  return rgb;
}

/**
 * Joins the strips of one width into which scanners cut pages, from top to bottom; otherwise returns the
 * largest image.
 */
function joinStrips(pictures: readonly Pixels[]): Pixels {
  const [first, ...others] = pictures.toSorted((one, other) => areaOf(other) - areaOf(one));
  if (!first) throw new RangeError("there is no picture");
  const isStrips = others.every(
    ({ width, channels }) => width === first.width && channels === first.channels,
  );
  if (!isStrips || others.length === 0) return first;
  const height = pictures.reduce((sum, strip) => sum + strip.height, 0);
  return { ...first, height, data: Buffer.concat(pictures.map(({ data }) => data)) };
}

function areaOf({ width, height }: Pixels): number {
  return width * height;
}

function toPng(pixels: Pixels): Buffer {
  const png = encodePng(shrinkPixels(pixels, MAX_SIDE));
  return png.length > MAX_PNG_BYTES ? encodePng(shrinkPixels(pixels, MAX_SIDE / 2)) : png;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

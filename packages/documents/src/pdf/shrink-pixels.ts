import type { Pixels } from "./encode-png.ts";

/**
 * Scales an image down so that neither side is longer than `longest`; each pixel is the mean of those it
 * replaces. Gray if the image has no colors.
 */
export function shrinkPixels(pixels: Pixels, longest: number): Pixels {
  const factor = Math.ceil(Math.max(pixels.width, pixels.height) / longest);
  return toGray(factor <= 1 ? pixels : averaged(pixels, factor));
}

function averaged({ width, height, channels, data }: Pixels, factor: number): Pixels {
  const columns = Math.max(1, Math.floor(width / factor));
  const rows = Math.max(1, Math.floor(height / factor));
  const small = new Uint8Array(columns * rows * channels);
  const [stepX, stepY] = [Math.min(factor, width), Math.min(factor, height)];
  let at = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let y = 0; y < stepY; y += 1) {
          let from = ((row * factor + y) * width + column * factor) * channels + channel;
          for (let x = 0; x < stepX; x += 1, from += channels) sum += data[from] ?? 0;
        }
        small[at] = sum / (stepX * stepY);
        at += 1;
      }
  return { width: columns, height: rows, channels, data: small };
}

function toGray(pixels: Pixels): Pixels {
  const { width, height, channels, data } = pixels;
  if (channels === 1 || hasColors(data)) return pixels;
  const gray = new Uint8Array(width * height);
  for (let index = 0; index < gray.length; index += 1) gray[index] = data[3 * index] ?? 0;
  return { width, height, channels: 1, data: gray };
}

function hasColors(data: Uint8Array): boolean {
  for (let index = 0; index < data.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = [data[index], data[index + 1], data[index + 2]];
    if (Math.abs(red - green) > ALIKE || Math.abs(green - blue) > ALIKE) return true;
  }
  return false;
}

/** Maximum difference of shades of gray in a JPEG. */
const ALIKE = 12;

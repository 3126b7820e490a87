import type { Media } from "../../kernel/envelope.ts";
import { imageSize } from "../../kernel/images/image-size.ts";
import { inspectImage } from "../../kernel/images/image.ts";
import { MAX_IMAGE_PIXELS } from "../../kernel/images/to-image.ts";

const MEGABYTE = 1024 * 1024;
const MILLION = 1_000_000;
const MAX_IMAGES = 4;
const MAX_BYTES = 5 * MEGABYTE;

export interface ReadMedia extends Pick<Media, "kind" | "id" | "file"> {
  readonly image?: ReadImage | undefined;
}

/** An image before it is stored. */
export interface ReadImage {
  readonly mediaType: string;
  readonly bytes: number;
  /** Base64. */
  readonly data: string;
}

export interface ReadImages {
  readonly media: readonly ReadMedia[];
  /** Why the message cannot be taken with its images; undefined when it can. */
  readonly denial: string | undefined;
}

/** Looks at the images of a message: whether they are images, few and small enough. */
export function readImages(media: readonly Media[] = []): ReadImages {
  const sent = media.flatMap(({ image }) => image ?? []).length;
  if (sent > MAX_IMAGES)
    return refuse(media, `the message has ${sent} images; the maximum is ${MAX_IMAGES}`);
  const read = media.map(({ image, ...one }) => ({ ...one, image: look(image) }));
  if (read.some(({ image }, index) => media[index]?.image !== undefined && !image))
    return refuse(media, "the file is not a supported image; use PNG, JPEG, GIF or WebP");
  const largest = Math.max(0, ...read.map(({ image }) => image?.bytes ?? 0));
  if (largest > MAX_BYTES)
    return refuse(
      media,
      `an image has ${(largest / MEGABYTE).toFixed(1)} MB; the maximum is ${MAX_BYTES / MEGABYTE} MB`,
    );
  const widest = read.find(({ image }) => image && pixelsOf(image) > MAX_IMAGE_PIXELS)?.image;
  if (widest)
    return refuse(
      media,
      `an image has ${Math.round(pixelsOf(widest) / MILLION)} million pixels; the maximum is ${MAX_IMAGE_PIXELS / MILLION} million`,
    );
  return {
    media: read.map(({ image, ...one }) => ({ ...one, ...(image && { image }) })),
    denial: undefined,
  };
}

/** As its header says; whoever unpacks it takes that much memory. */
function pixelsOf({ data }: ReadImage): number {
  const { width = 0, height = 0 } = imageSize(Buffer.from(data, "base64")) ?? {};
  return width * height;
}

function look(data: string | undefined): ReadImage | undefined {
  if (data === undefined) return undefined;
  const found = inspectImage(data);
  // Without padding, or in the alphabet of addresses, providers would not read it.
  return found && { ...found, data: Buffer.from(data, "base64").toString("base64") };
}

/** Refuses media; nothing of it is stored. */
function refuse(media: readonly Media[], denial: string): ReadImages {
  return { media: media.map(({ kind }) => ({ kind })), denial };
}

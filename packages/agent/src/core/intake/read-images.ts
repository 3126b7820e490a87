import type { Media } from "../../kernel/envelope.ts";
import { inspectImage } from "../../kernel/image.ts";

const MEGABYTE = 1024 * 1024;
const MOST_IMAGES = 4;
const MOST_BYTES = 5 * MEGABYTE;

export interface ReadMedia {
  readonly kind: string;
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
  readonly objection: string | undefined;
}

/** Looks at the images of a message: whether they are images, few and small enough. */
export function readImages(media: readonly Media[] = []): ReadImages {
  const sent = media.flatMap(({ image }) => image ?? []).length;
  if (sent > MOST_IMAGES) return refuse(media, `${sent} images; a message may have ${MOST_IMAGES}`);
  const read = media.map(({ kind, image }) => ({ kind, sent: image, image: look(image) }));
  if (read.some(({ sent: data, image }) => data !== undefined && !image))
    return refuse(media, "not an image; PNG, JPEG, GIF and WebP are taken");
  const largest = Math.max(0, ...read.map(({ image }) => image?.bytes ?? 0));
  if (largest > MOST_BYTES)
    return refuse(
      media,
      `an image of ${(largest / MEGABYTE).toFixed(1)} MB; an image may have ${MOST_BYTES / MEGABYTE} MB`,
    );
  return {
    media: read.map(({ kind, image }) => ({ kind, ...(image && { image }) })),
    objection: undefined,
  };
}

function look(data: string | undefined): ReadImage | undefined {
  if (data === undefined) return undefined;
  const found = inspectImage(data);
  // Without padding, or in the alphabet of addresses, providers would not read it.
  return found && { ...found, data: Buffer.from(data, "base64").toString("base64") };
}

/** Of what is not taken nothing is stored. */
function refuse(media: readonly Media[], objection: string): ReadImages {
  return { media: media.map(({ kind }) => ({ kind })), objection };
}

import type { TranscriptItem } from "../../../kernel/transcript.ts";
import { withoutImages } from "../../../llm/render-messages.ts";

/** So many of the newest images are shown, and so many of the newest input that has any. */
const NEWEST_IMAGES = 3;
const IMAGES_OF_ONE_INPUT = 4;
/** Maximum size of images in a request, in bytes: providers take little more. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Takes the images away that are no longer shown: all but the newest. In their
 * chat a note is left. It depends on the units alone, so as long as no image
 * comes, later requests begin with the same bytes.
 */
export function dropImages(units: readonly TranscriptItem[]): readonly TranscriptItem[] {
  if (!units.some((unit) => unit.type === "input" && unit.images?.length)) return units;
  let seen = 0;
  let bytes = 0;
  const newestFirst = units.toReversed().map((unit) => {
    if (unit.type !== "input" || !unit.images?.length) return unit;
    const most = seen === 0 ? IMAGES_OF_ONE_INPUT : Math.max(0, NEWEST_IMAGES - seen);
    const kept = unit.images.toReversed().filter((image, index) => {
      bytes += image.bytes;
      return index < most && bytes <= MAX_BYTES;
    });
    seen += unit.images.length;
    return withoutImages(unit, unit.images.length - kept.length);
  });
  return newestFirst.toReversed();
}

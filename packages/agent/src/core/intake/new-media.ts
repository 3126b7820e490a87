import { type InboxId, type NewId, toId } from "../../kernel/ids.ts";
import type { StoredImage } from "../../store/messages/images.ts";
import type { StoredMedia } from "../../store/messages/inbox.ts";
import type { Repositories } from "../../store/store.ts";
import type { Admission } from "./admit.ts";
import type { ReadMedia } from "./read-images.ts";

/** Media of a message, as stored with it. */
export type NewMedia = Pick<StoredMedia, "kind" | "id" | "file"> & {
  readonly image?: Omit<StoredImage, "message"> | undefined;
};

/** Only what is going to be answered is kept with its images. What is noted can still be fetched. */
export function toNewMedia(
  media: readonly ReadMedia[],
  { admission, newId }: { admission: Admission; newId: NewId },
): readonly NewMedia[] {
  if (admission.type !== "admit" && admission.type !== "note")
    return media.map(({ kind }) => ({ kind }));
  const isKept = admission.type === "admit";
  return media.map(({ kind, id, file, image }) => ({
    kind,
    ...(id !== undefined && { id }),
    ...(file && { file }),
    ...(isKept && image && { image: { ...image, id: toId<"image">(newId()) } }),
  }));
}

/** As the message's row names it. */
export function toReference({ image, ...one }: NewMedia): StoredMedia {
  if (!image) return one;
  const { id, mediaType, bytes } = image;
  return { ...one, image: { id, mediaType, bytes } };
}

export async function saveImages(
  { images }: Pick<Repositories, "images">,
  media: readonly NewMedia[],
  message: InboxId,
): Promise<void> {
  for (const { image } of media) if (image) await images.add({ ...image, message });
}

import type { ImageId, InboxId } from "../../kernel/ids.ts";
import type { Image, ImageRef } from "../../kernel/images/image.ts";

/** An image that came with a message. */
export interface StoredImage extends Image, ImageRef {
  readonly message: InboxId;
}

/** Pictures of messages. */
export interface ImageStore {
  add(image: StoredImage): Promise<void>;
  /** Those of the ids that are there. */
  load(ids: readonly ImageId[]): Promise<ReadonlyMap<ImageId, Image>>;
}

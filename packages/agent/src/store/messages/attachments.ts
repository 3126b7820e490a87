import type { AttachmentId, InboxId, ChatId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";

/** A file that came with a message, as it was sent. */
export interface Attachment {
  readonly id: AttachmentId;
  readonly message: InboxId;
  /** Among what the message carries, from 0. */
  readonly position: number;
  /** Name that its sender gave it. */
  readonly name: string;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  readonly data: Uint8Array;
}

export interface StoredAttachment extends Attachment {
  /** Chat where it was sent, and may be read. */
  readonly chat: ChatId;
  /** Label of the message that it came with. */
  readonly label: Label;
}

/** Files of messages whose words were read, for tools that look into them again. */
export interface AttachmentStore {
  add(attachment: Attachment): Promise<void>;
  byId(id: string): Promise<StoredAttachment | undefined>;
}

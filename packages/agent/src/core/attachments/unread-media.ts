import type { InboxBody } from "../../store/messages/inbox.ts";
import type { AttachmentReader } from "../attachments.ts";

type MessageBody = Extract<InboxBody, { kind: "message" }>;

/** Abilities by which a message's files will be read. */
export interface Reading {
  readonly understanding: Pick<AttachmentReader, "canDescribeImages"> | undefined;
  /** Whether the model that will answer sees images. */
  readonly isSeen: boolean;
}

/** The positions of what a message carries that somebody has to look into before it is answered. */
export function unreadMedia(
  { media = [] }: Pick<MessageBody, "media">,
  { understanding, isSeen }: Reading,
): readonly number[] {
  if (!understanding) return [];
  const isHidden = !isSeen && understanding.canDescribeImages;
  return media.flatMap(({ look, kind, file, image }, position) => {
    if (look) return [];
    const isUnread = image ? isHidden : file !== undefined && LOOKED_INTO.has(kind);
    return isUnread ? [position] : [];
  });
}

/** All others are told by their kind. */
const LOOKED_INTO: ReadonlySet<string> = new Set(["voice", "audio", "photo", "document"]);

/** Whether a message says nothing but that nobody can read what it carries. */
export function isUnreadable({ text, media = [] }: Pick<MessageBody, "text" | "media">): boolean {
  return text.trim() === "" && media.length > 0 && media.every(({ look }) => look?.as === "unread");
}

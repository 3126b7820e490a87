import { type AttachmentId, type NewId, toId } from "../../kernel/ids.ts";
import type { Language } from "../../kernel/languages.ts";
import type { Attachment } from "../../store/messages/attachments.ts";
import type { StoredImage } from "../../store/messages/images.ts";
import type {
  InboxBody,
  InboxRow,
  AttachmentText,
  StoredMedia,
} from "../../store/messages/inbox.ts";
import type { ReadFailure } from "../attachments.ts";
import { sanitize } from "../context/render/sanitize.ts";
import { type FileDeps, type FoundText, readFile } from "./read-file.ts";
import { noteUnread, formatUnread } from "./read-failure.ts";

type MessageBody = Extract<InboxBody, { kind: "message" }>;

/** A message that waits, and which of what it carries is to be looked into. */
export interface UnreadMessage {
  readonly row: InboxRow & { readonly body: MessageBody };
  readonly unread: readonly number[];
  /** The version before an edit: what is known of its files need not be found out again. */
  readonly before?: MessageBody | undefined;
  /** Why nothing may be spent on it. */
  readonly denial?: ReadFailure | undefined;
}

/** A message with the text of its files, ready to be stored. */
export interface ReadMessage {
  readonly body: MessageBody;
  readonly images: readonly Omit<StoredImage, "message">[];
  readonly attachments: readonly Omit<Attachment, "message">[];
  /** Something of it could not be read now, and may be later. */
  readonly isPostponed: boolean;
}

export interface ReadFilesDeps extends FileDeps {
  /** Whether there is no time left to begin with another file. */
  readonly isLate: () => boolean;
  readonly newId: NewId;
  /** In which their sender is told what could not be read. */
  readonly language: Language;
}

/** How many files of one message are looked into. */
const MAX_FILES = 10;

/** Fetches and reads what a message carries, one after the other. Rejects only when `signal` aborts. */
export async function readMessageFiles(
  { row, unread: positions, before, denial }: UnreadMessage,
  { deps, signal }: { readonly deps: ReadFilesDeps; readonly signal: AbortSignal },
): Promise<ReadMessage> {
  let read: ReadMessage = { body: row.body, images: [], attachments: [], isPostponed: false };
  let failures = 0;
  for (const [nth, position] of positions.entries()) {
    const media = row.body.media?.[position];
    if (!media) continue;
    const known = earlierReading(media, before);
    if (known) {
      read = withMedia(read, position, { ...media, ...known });
      continue;
    }
    signal.throwIfAborted();
    const refusal = denial ?? (nth < MAX_FILES ? undefined : TOO_MANY);
    if (!refusal && deps.isLate()) {
      read = { ...read, isPostponed: true };
      continue;
    }
    const found: FoundText | "later" = refusal
      ? { as: "unread", because: refusal }
      : await readFile(media, row.body, { deps, signal });
    if (found === "later") failures += 1;
    read =
      found === "later" ? { ...read, isPostponed: true } : add(read, position, { found, deps });
  }
  const isVain = failures > 0 && read.body.media === row.body.media;
  return withSpoken(counted(read, isVain), positions);
}

/** A look that came to its end is no attempt that failed: files of one message are read as time allows. */
function counted(read: ReadMessage, isVain: boolean): ReadMessage {
  const { looks = 0, vain = 0 } = read.body;
  const body = { ...read.body, looks: Math.max(0, looks - 1), ...(isVain && { vain: vain + 1 }) };
  return { ...read, body };
}

const TOO_MANY = { code: "files", most: MAX_FILES } as const;

/**
 * Finds the earlier reading of the same file before an edit. A picture is read again, since its
 * question may have changed.
 */
function earlierReading(
  { file }: StoredMedia,
  before: MessageBody | undefined,
): Pick<StoredMedia, "look" | "image"> | undefined {
  const same = file && before?.media?.find((one) => one.file?.ref === file.ref);
  if (!same?.look || same.look.as === "unread") return undefined;
  if (same.kind === "photo" && same.look.as === "told") return undefined;
  return { look: same.look, ...(same.image && { image: same.image }) };
}

function withMedia(read: ReadMessage, position: number, media: StoredMedia): ReadMessage {
  const { media: all = [] } = read.body;
  return { ...read, body: { ...read.body, media: all.with(position, media) } };
}

/** Treats the transcript of a voice message as if it had been written. */
function withSpoken(read: ReadMessage, unread: readonly number[]): ReadMessage {
  const { text, media = [] } = read.body;
  const spoken = unread.flatMap((position) => {
    const look = media[position]?.look;
    return look?.as === "said" ? [look.text] : [];
  });
  const said = [text, ...spoken].filter((words) => words.trim() !== "").join("\n");
  return { ...read, body: { ...read.body, text: said } };
}

function add(
  read: ReadMessage,
  position: number,
  {
    found,
    deps: { newId, language },
  }: { readonly found: FoundText; readonly deps: Pick<ReadFilesDeps, "newId" | "language"> },
): ReadMessage {
  const media = read.body.media?.[position];
  if (!media) return read;
  switch (found.as) {
    case "said":
      return withMedia(read, position, { ...media, look: { as: "said", text: found.text } });
    case "shown": {
      const image = { ...found.image, id: toId<"image">(newId()) };
      const { id, mediaType, bytes } = image;
      const shown: StoredMedia = {
        ...media,
        image: { id, mediaType, bytes },
        look: { as: "shown" },
      };
      return withMedia({ ...read, images: [...read.images, image] }, position, shown);
    }
    case "told": {
      const kept = media.image ? [] : storedFileOf(found, { id: toId(newId()), position });
      const [attachment] = kept.map(({ id }) => id);
      // As it will be read, so that it is found there when it is to be forgotten.
      const text = sanitize(found.text);
      const look: AttachmentText = { as: "told", text, ...(attachment && { attachment }) };
      const attachments = [...read.attachments, ...kept];
      return withMedia({ ...read, attachments }, position, { ...media, look });
    }
    case "unread": {
      const text = sanitize(noteUnread(found.because));
      const told = sanitize(formatUnread(found.because, language));
      const look: AttachmentText = { as: "unread", text, ...(told !== text && { told }) };
      return withMedia(read, position, { ...media, look });
    }
  }
}

function storedFileOf(
  { keep, data }: Extract<FoundText, { as: "told" }>,
  chat: { readonly id: AttachmentId; readonly position: number },
): readonly Omit<Attachment, "message">[] {
  return data && keep ? [{ ...chat, ...keep, data }] : [];
}

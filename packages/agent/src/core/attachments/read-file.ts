import { type Fault, isFault } from "@reeve/sdk";
import type { Image } from "../../kernel/image.ts";
import type { ImageId } from "../../kernel/ids.ts";
import type { Model } from "../../llm/model.ts";
import type { InboxBody, StoredMedia } from "../../store/inbox.ts";
import type {
  AttachmentParts,
  LookCost,
  SurfaceFiles,
  Understood,
  Unread,
} from "../attachments.ts";

export interface FileParts extends Pick<AttachmentParts, "understanding"> {
  /** Of the surface that the message came from. */
  readonly files: SurfaceFiles | undefined;
  /** The one that will answer. */
  readonly model: Model;
  /** A picture that is stored already. */
  image(id: ImageId): Promise<Image | undefined>;
  /** Told what it cost, also where it came to nothing. */
  count(cost: LookCost): void;
  /** Told what its sender is not told. */
  onBug(error: unknown): void;
}

/** What a file says, with its bytes. */
export type Found = Understood & { readonly data?: Uint8Array };

type Caption = Pick<Extract<InboxBody, { kind: "message" }>, "text" | "looks">;

/** After so many beginnings nobody tries any more. */
const MOST_LOOKS = 3;
/** How long one file may take; see `BEGIN_MS` in `core/turns/understand.ts`. */
const LOOK_MS = 120_000;

/** Fetches a file and reads it; `later` where that may work another time. Rejects only when `signal` aborts. */
export async function readFile(
  media: StoredMedia,
  { text: caption, looks = 0 }: Caption,
  { parts, signal: outer }: { readonly parts: FileParts; readonly signal: AbortSignal },
): Promise<Found | "later"> {
  const { understanding, model } = parts;
  const isSeen = model.sees !== false;
  const facts = factsOf(media);
  const objection = understanding.objectionTo(facts, { isSeen });
  if (objection) return unread(objection);
  if (looks > MOST_LOOKS) return unread({ code: "attempts", most: MOST_LOOKS });
  const limit = AbortSignal.timeout(LOOK_MS);
  const signal = AbortSignal.any([outer, limit]);
  if (!media.image && (!media.file || !parts.files)) return unread({ code: "unreachable" });
  const read = async (): Promise<Found> => {
    const data = await bytesOf(media, { parts, signal, maxBytes: understanding.maxBytes(facts) });
    if (!data) return unread({ code: "gone" });
    const file = { ...facts, data, caption, isSeen };
    return {
      ...(await understanding.read(file, { signal, model, count: (cost) => parts.count(cost) })),
      data,
    };
  };
  return read().catch((error: unknown) => {
    outer.throwIfAborted();
    if (!limit.aborted && isInternal(error)) parts.onBug(error);
    return afterError(error, { isLast: looks >= MOST_LOOKS, isLate: limit.aborted });
  });
}

function unread(because: Unread): Found {
  return { as: "unread", because };
}

function factsOf({ kind, file, image }: StoredMedia) {
  const { ref: _, ...facts } = file ?? {
    ref: "",
    mediaType: image?.mediaType,
    bytes: image?.bytes,
  };
  return { kind, ...facts };
}

/** Bugs, and what is between us and a provider: keys and budgets are nothing for a chat. */
function isInternal(error: unknown): boolean {
  return !isFault(error) || error.code === "denied" || error.code === "exhausted";
}

/** What passes is tried again as often as that makes sense. */
function afterError(
  error: unknown,
  { isLast, isLate }: { readonly isLast: boolean; readonly isLate: boolean },
): Found | "later" {
  const isFinal = isFault(error) && error.code !== "unavailable" && !isLate;
  if (isFinal) return unread(isInternal(error) ? { code: "refused" } : inWordsOf(error));
  if (!isLast) return "later";
  if (isLate) return unread({ code: "late" });
  return unread(isFault(error) ? inWordsOf(error) : { code: "broken" });
}

function inWordsOf({ message: text }: Fault): Unread {
  return { code: "fault", text };
}

/** Undefined where it is not kept any more. */
async function bytesOf(
  { image, file }: StoredMedia,
  {
    parts,
    ...options
  }: {
    readonly parts: Pick<FileParts, "files" | "image">;
    readonly signal: AbortSignal;
    readonly maxBytes: number;
  },
): Promise<Uint8Array | undefined> {
  if (!image) return file && parts.files?.fetch(file.ref, options);
  const stored = await parts.image(image.id);
  return stored && Buffer.from(stored.data, "base64");
}

import { isFault } from "@reeve/sdk";
import type { Image } from "../../kernel/images/image.ts";
import type { ImageId } from "../../kernel/ids.ts";
import { whyUnreadable } from "../../kernel/unreadable.ts";
import type { Model } from "../../llm/model.ts";
import type { InboxBody, StoredMedia } from "../../store/messages/inbox.ts";
import type {
  AttachmentDeps,
  FileFacts,
  ReadCost,
  ChannelFiles,
  ReadAttachment,
  ReadFailure,
} from "../attachments.ts";
import { READ_BACKOFFS_MS } from "../../work/policy.ts";

export interface FileDeps extends Pick<AttachmentDeps, "understanding"> {
  /** Files of the channel that the message came from. */
  readonly files: ChannelFiles | undefined;
  /** The one that will answer. */
  readonly model: Model;
  /** Whether its sender can be answered much later. */
  readonly isPatient: boolean;
  /** A picture that is stored already. */
  image(id: ImageId): Promise<Image | undefined>;
  /** Told what it cost, also where it came to nothing. */
  count(cost: ReadCost): void;
  /** Told what its sender is not told. */
  onBug(error: unknown): void;
}

/** Text of a file, with its bytes. */
export type FoundText = ReadAttachment & { readonly data?: Uint8Array };

type Caption = Pick<Extract<InboxBody, { kind: "message" }>, "text" | "looks" | "vain">;

/** After so many looks that did not even end, or cost something, nobody tries any more. */
const MAX_READ_ATTEMPTS = 3;
/** How long one file may take; see `START_MS` in `core/turns/understand.ts`. */
const READ_MS = 120_000;
/** When whoever reads it has to be content with what there is. */
const ENOUGH_MS = 90_000;

/** Fetches a file and reads it; `later` where that may work another time. Rejects only when `signal` aborts. */
export async function readFile(
  media: StoredMedia,
  { text: caption, looks = 0, vain = 0 }: Caption,
  { deps, signal: outer }: { readonly deps: FileDeps; readonly signal: AbortSignal },
): Promise<FoundText | "later"> {
  const { understanding, model } = deps;
  const isSeen = model.sees !== false;
  const facts = factsOf(media);
  const denial = understanding.findDenial(facts, { isSeen });
  if (denial) return unread(denial);
  if (looks > MAX_READ_ATTEMPTS) return unread({ code: "attempts", most: MAX_READ_ATTEMPTS });
  const limit = AbortSignal.timeout(READ_MS);
  const enough = AbortSignal.timeout(ENOUGH_MS);
  const signal = AbortSignal.any([outer, limit]);
  let isPaid = false;
  const count = (cost: ReadCost) => {
    isPaid = true;
    deps.count(cost);
  };
  const fetched = bytesOf(media, { deps, signal, maxBytes: understanding.maxBytes(facts) });
  const failed = (isFetching: boolean) => (error: unknown) => {
    outer.throwIfAborted();
    return afterError(error, {
      file: facts,
      isFetching,
      isLate: limit.aborted,
      tries: vain + 1,
      maxAttempts: deps.isPatient && !isPaid ? READ_BACKOFFS_MS.length + 1 : MAX_READ_ATTEMPTS,
      onBug: (bug) => deps.onBug(bug),
    });
  };
  const data = await fetched.catch(failed(true));
  if (!(data instanceof Uint8Array)) return data;
  const file = { ...facts, data, caption, isSeen };
  const read = understanding.read(file, { signal, enough, model, count });
  return read.then((understood): FoundText => ({ ...understood, data }), failed(false));
}

function unread(because: ReadFailure): FoundText {
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

interface Failure {
  readonly file: Pick<FileFacts, "kind" | "name">;
  /** Whether the messenger failed, and not whoever reads. */
  readonly isFetching: boolean;
  /** Whether its time was up. */
  readonly isLate: boolean;
  /** How often it came to nothing, with this time. */
  readonly tries: number;
  /** How often it may, where somebody is away. */
  readonly maxAttempts: number;
  readonly onBug: (error: unknown) => void;
}

/** Retries what may pass. People read a text of a closed list; the provider's words go to the log alone. */
function afterError(error: unknown, failure: Failure): FoundText | "later" {
  const { file, isFetching, isLate, tries, maxAttempts, onBug } = failure;
  const why = whyUnreadable(error);
  if (why !== undefined && isFault(error)) {
    const { kind, name } = file;
    return unread({ code: "unreadable", why, file: { kind, name }, text: error.message });
  }
  if (isLate) return tries < MAX_READ_ATTEMPTS ? "later" : unread({ code: "late" });
  if (isAway(error, isFetching) && tries < maxAttempts) return "later";
  onBug(error);
  if (isAway(error, isFetching)) return unread({ code: "unavailable" });
  if (isFault(error)) return unread({ code: codeOf(error.code, isFetching) });
  return tries < MAX_READ_ATTEMPTS ? "later" : unread({ code: "broken" });
}

/** A messenger has no budgets: it asks to be left alone for a while. */
function isAway(error: unknown, isFetching: boolean): boolean {
  if (!isFault(error)) return false;
  return error.code === "unavailable" || (isFetching && error.code === "exhausted");
}

function codeOf(code: string, isFetching: boolean): "lost" | "unequipped" | "refused" {
  if (code !== "missing") return "refused";
  return isFetching ? "lost" : "unequipped";
}

/** Or why they cannot be had. */
async function bytesOf(
  { image, file }: StoredMedia,
  {
    deps,
    ...options
  }: {
    readonly deps: Pick<FileDeps, "files" | "image">;
    readonly signal: AbortSignal;
    readonly maxBytes: number;
  },
): Promise<Uint8Array | FoundText> {
  if (!image) {
    if (!file || !deps.files) return unread({ code: "unreachable" });
    return deps.files.fetch(file.ref, options);
  }
  const stored = await deps.image(image.id);
  return stored ? Buffer.from(stored.data, "base64") : unread({ code: "gone" });
}

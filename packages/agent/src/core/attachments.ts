import type { Image } from "../kernel/images/image.ts";
import type { Unreadable } from "../kernel/unreadable.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import type { Model } from "../llm/model.ts";

/** How files are fetched that came with messages of a channel. */
export interface ChannelFiles {
  /**
   * Fetches the file of a `FileRef.ref`. A file larger than `maxBytes` is `unreadable`, one that is
   * gone a `missing` Fault; what may work later is `unavailable`, or `exhausted` if the platform
   * limits the rate.
   */
  fetch(
    ref: string,
    options: { readonly signal: AbortSignal; readonly maxBytes: number },
  ): Promise<Uint8Array>;
}

/** Facts about a file before it is fetched. */
export interface FileFacts {
  /** As in `Media.kind`. */
  readonly kind: string;
  /** As its sender named it. */
  readonly name?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly bytes?: number | undefined;
  readonly seconds?: number | undefined;
}

/** A file to be looked into. */
export interface ReadableFile extends FileFacts {
  readonly data: Uint8Array;
  /** Text that its sender wrote with it. */
  readonly caption: string;
  /** Whether the model that will answer sees images. */
  readonly isSeen: boolean;
}

/** Result of reading a file. */
export type ReadAttachment =
  /** Its sender's own words. */
  | { readonly as: "said"; readonly text: string }
  /** An image for the model that will answer. */
  | { readonly as: "shown"; readonly image: Image & { readonly bytes: number } }
  /** Words that its sender does not stand behind, ready to be read by the model. */
  | { readonly as: "told"; readonly text: string; readonly keep?: StoredFile | undefined }
  /** Nobody can read it. */
  | { readonly as: "unread"; readonly because: ReadFailure };

/** Why nobody can read a file. */
export type ReadFailure =
  /** Nobody listens to recordings, or looks at pictures; it was refused, took too long or broke. */
  | { readonly code: "deaf" | "blind" | "refused" | "late" | "broken" }
  /** Whoever hands it out or reads it is away, or not set up. */
  | { readonly code: "unavailable" | "unequipped" }
  /** The messenger does not have it any more, or never hands any out; a stored picture was removed. */
  | { readonly code: "lost" | "unreachable" | "gone" }
  /** `file` is its name, or what kind of thing it is. */
  | {
      readonly code: "large";
      readonly file: Pick<FileFacts, "name" | "kind">;
      readonly bytes: number;
      readonly most: number;
    }
  /** Only so many files of a message are read, so many times. */
  | { readonly code: "files" | "attempts"; readonly most: number }
  /** Its sender has used up a budget; `told` is said to them, `text` to the model. */
  | { readonly code: "budget"; readonly text: string; readonly told: string }
  /** It is the file's own fault; `text` says it to the model, with figures. */
  | {
      readonly code: "unreadable";
      readonly why: Unreadable;
      readonly file: Pick<FileFacts, "name" | "kind">;
      readonly text: string;
    };

/** Under which name and type a file is kept for tools that look into it again. */
export interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
}

/** Cost of reading it. */
export interface ReadCost {
  readonly purpose: "hear" | "see";
  readonly spent: readonly ModelUsage[];
}

/** Makes words out of recordings, pictures and documents. */
export interface AttachmentReader {
  /** Whether somebody looks at pictures for models that see none. */
  readonly canDescribeImages: boolean;
  /** Why a file need not even be fetched. */
  findDenial(file: FileFacts, options: { readonly isSeen: boolean }): ReadFailure | undefined;
  /** The largest file of a kind that is fetched. */
  maxBytes(file: FileFacts): number;
  /**
   * Reads a file. A Fault says why it could not: `unavailable` is tried again later, the reason of
   * an `unreadable` one is told to its sender, and the words of any other stand in the log.
   */
  read(
    file: ReadableFile,
    options: {
      readonly signal: AbortSignal;
      /** Aborts some time before `signal`: what was read up to then is to be answered. */
      readonly enough: AbortSignal;
      readonly count: (cost: ReadCost) => void;
      /** The model that will answer. */
      readonly model: Model;
    },
  ): Promise<ReadAttachment>;
}

/** Looks into what messages carry. */
export interface AttachmentDeps {
  readonly understanding: AttachmentReader;
  /** How files of a channel are fetched; undefined where it hands out none. */
  files(channel: string): ChannelFiles | undefined;
}

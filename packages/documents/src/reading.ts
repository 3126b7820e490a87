import { DocumentError, type UnreadableReason } from "./error.ts";
import type { TextDraft } from "./text-draft.ts";

/** A document while it is read. */
export interface Reading {
  /** Name used in messages to people. */
  readonly name: string;
  readonly data: Buffer;
  readonly draft: TextDraft;
  /** A PDF with more pages is refused. */
  readonly maxPages: number;
}

/**
 * Creates the error for an unread document, for people: `says` continues a sentence that starts with its
 * name. Default of `why`: `foreign`.
 */
export function refusal(
  { name }: Pick<Reading, "name">,
  says: string,
  {
    why = "foreign",
    ...options
  }: {
    readonly why?: UnreadableReason;
    readonly hint?: string | undefined;
    readonly cause?: unknown;
  } = {},
): DocumentError {
  return new DocumentError("invalid", `"${name}" ${says}.`, { reason: why, ...options });
}

/** Returns the refusal of a document that breaks the rules of its format. */
export function damaged(reading: Pick<Reading, "name">, cause?: unknown): DocumentError {
  return refusal(reading, "cannot be read: it is damaged or incomplete", {
    why: "damaged",
    hint: "Ask for the file again.",
    cause,
  });
}

/** Creates the error for a document that expands far beyond its size, as malicious ones do. */
export function tooMuch(reading: Pick<Reading, "name">): DocumentError {
  return refusal(reading, "is not read: its unpacked content is far too large", {
    why: "huge",
    hint: "Ask for the relevant part as a separate file.",
  });
}

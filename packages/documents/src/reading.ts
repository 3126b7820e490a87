import { DocumentError, type UnreadableReason } from "./error.ts";
import type { TextDraft } from "./text-draft.ts";

/** A document while it is read. */
export interface Reading {
  /** As it is called in what people are told. */
  readonly name: string;
  readonly data: Buffer;
  readonly draft: TextDraft;
  /** A PDF with more pages is refused. */
  readonly maxPages: number;
}

/** Why a document is not read, for people: `says` goes on behind its name, and `why` is `foreign` where nothing else is given. */
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

/** The refusal of a document that breaks the rules of its format. */
export function damaged(reading: Pick<Reading, "name">, cause?: unknown): DocumentError {
  return refusal(reading, "cannot be read: it is damaged or incomplete", {
    why: "damaged",
    hint: "Ask for the file again.",
    cause,
  });
}

/** The refusal of a document that says much more than it weighs, as those do that are made to do harm. */
export function tooMuch(reading: Pick<Reading, "name">): DocumentError {
  return refusal(reading, "is not read: what is packed into it is far too large", {
    why: "huge",
    hint: "Ask for the relevant part as a separate file.",
  });
}

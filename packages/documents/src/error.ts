/**
 * Why a document was not read. `picture`: an image in a format that models accept; `foreign`: of a type that is not
 * supported; `huge`: too large, maybe only once it is unpacked; `old`: an obsolete format; `slow`: it took too long.
 */
export type UnreadableReason =
  | "archive"
  | "damaged"
  | "empty"
  | "foreign"
  | "huge"
  | "locked"
  | "old"
  | "picture"
  | "slow";

interface DocumentErrorOptions {
  readonly reason?: UnreadableReason | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** A document that was not read: because of what it is (`invalid`), or because the caller cancelled (`aborted`). */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly code: "invalid" | "aborted";
  /** Undefined if the caller cancelled. */
  readonly reason: UnreadableReason | undefined;
  /** Advice for the sender of the document. */
  readonly hint: string | undefined;

  constructor(
    code: "invalid" | "aborted",
    message: string,
    { reason, hint, cause }: DocumentErrorOptions = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.reason = reason;
    this.hint = hint;
  }
}

import type { UnreadableReason } from "./error.ts";

/** Format of a file, determined from its first bytes, whatever its name. */
export type Format = "pdf" | "zip" | "rtf" | "text" | Unread;

/** Known format that is not read; `says` continues a sentence that starts with the file's name. */
export interface Unread {
  readonly why: UnreadableReason;
  readonly says: string;
  readonly hint?: string | undefined;
}

/** PDFs may have something else before them; among words their mark is one that a text speaks of. */
const PDF_WITHIN = 1024;
const PDF_MARK = /(?:^\s*|[^\t -~])%PDF-/;
/** Number of bytes needed, because the mark of tar archives comes late. */
const SIGNED_BYTES = 264;

/** Detects the format of a file by its first bytes; `text` if none is known. */
export function detectFormat(data: Buffer): Format {
  const head = data.subarray(0, PDF_WITHIN).toString("latin1");
  if (PDF_MARK.test(head)) return "pdf";
  if (head.startsWith("PK\u0003\u0004") || head.startsWith("PK\u0005\u0006")) return "zip";
  if (head.startsWith("{\\rtf")) return "rtf";
  const start = data.subarray(0, SIGNED_BYTES).toString("hex");
  return SIGNATURES.find(({ begins }) => begins.test(start)) ?? "text";
}

/** First bytes of formats, in hexadecimal. */
const SIGNATURES: readonly (Unread & { readonly begins: RegExp })[] = [
  {
    // PNG, JPEG, GIF, WebP
    begins: /^89504e47|^ffd8ff|^474946383[79]61|^52494646.{8}57454250/,
    why: "picture",
    says: "is an image, not a document",
    hint: "Use a model that can read images.",
  },
  {
    // BMP, TIFF, HEIC, AVIF
    begins: /^424d.{8}00000000|^49492a00|^4d4d002a|^.{8}66747970(?:6865696|6d696631|61766966)/,
    why: "foreign",
    says: "is an image in an unsupported format",
    hint: "Ask for it as PNG or JPEG.",
  },
  {
    // OLE
    begins: /^d0cf11e0a1b11ae1/,
    why: "old",
    says: "is an office file in an old format, or is password-protected",
    hint: "Ask for it as docx, xlsx, pptx or PDF, without a password.",
  },
  {
    // RAR, 7z, gzip, bzip2, xz, zstd, tar
    begins:
      /^526172211a07|^377abcaf271c|^1f8b08|^425a683[1-9]|^fd377a585a|^28b52ffd|^.{514}7573746172/,
    why: "archive",
    says: "is an archive, and archives are not supported",
    hint: "Ask for the files inside it.",
  },
  {
    // MP3, Ogg, FLAC, WAVE
    begins: /^4944330[234]00|^fff[ab23]|^4f67675300|^664c6143|^52494646.{8}57415645/,
    why: "foreign",
    says: "is a recording, not a document",
  },
  {
    // MP4, Matroska, AVI
    begins: /^.{8}66747970|^1a45dfa3|^52494646.{8}41564920/,
    why: "foreign",
    says: "is a video, not a document",
  },
  {
    // ELF, Windows, Java, WebAssembly
    begins: /^7f454c46|^4d5a(?:..){0,60}?0000|^cafebabe|^0061736d/,
    why: "foreign",
    says: "is a program, not a document",
  },
];

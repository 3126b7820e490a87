import { getDocument } from "unpdf/pdfjs";
import { type Reading, refusal } from "../reading.ts";

/** Subset of a PDF document that we use. */
export interface PdfDocument {
  readonly numPages: number;
  /** Rejects where the page is damaged. */
  getPage(number: number): Promise<PdfPage>;
}

export interface PdfPage {
  getTextContent(): Promise<PdfWords>;
  getOperatorList(): Promise<PdfOperators>;
  /** Lets go of its pictures. */
  cleanup(): boolean;
  /** Pictures of the page, and those that several pages share. */
  readonly objs: PdfObjects;
  readonly commonObjs: PdfObjects;
}

/** Pieces of text in their order, and marks between them. */
export interface PdfWords {
  readonly items: readonly object[];
}

/** Painting operations in order: their numbers, and the arguments of each. */
export interface PdfOperators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

export interface PdfObjects {
  get(id: string, done: (found: unknown) => void): void;
}

/** Larger pictures in it are left out before they are unpacked. */
const MAX_PIXELS = 40_000_000;

const OPTIONS = {
  verbosity: 0,
  maxImageSize: MAX_PIXELS,
  disableFontFace: true,
  useSystemFonts: false,
  isEvalSupported: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
} as const;

/** Opens a PDF without running, fetching or showing anything of it. Undefined for what is none, or damaged. */
export async function openPdf(reading: Reading): Promise<PdfDocument | undefined> {
  const data = new Uint8Array(reading.data);
  return getDocument({ ...OPTIONS, data }).promise.catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === "PasswordException")
      throw refusal(reading, "is locked with a password", {
        why: "locked",
        hint: "Ask for the file without a password.",
        cause,
      });
    return undefined;
  });
}

/** Opens a PDF that opened before so that what a page paints ends where something has to be left out, such as a giant picture. */
export async function openStrictPdf({ data }: Reading): Promise<PdfDocument> {
  return getDocument({ ...OPTIONS, data: new Uint8Array(data), stopAtErrors: true }).promise;
}

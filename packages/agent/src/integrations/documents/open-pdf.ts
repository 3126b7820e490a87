import { getDocument } from "unpdf/pdfjs";
import { damaged, type Reading, refusal } from "./reading.ts";

/** What is used of a PDF. */
export interface PdfDocument {
  readonly numPages: number;
  /** Rejects where the page is damaged. */
  getPage(number: number): Promise<PdfPage>;
}

export interface PdfPage {
  getTextContent(): Promise<PdfWords>;
  getOperatorList(): Promise<PdfOperators>;
  /** Pictures of the page, and those that several pages share. */
  readonly objs: PdfObjects;
  readonly commonObjs: PdfObjects;
}

/** Pieces of text in their order, and marks between them. */
export interface PdfWords {
  readonly items: readonly object[];
}

/** What is painted, in order: numbers of operations, and what each of them is given. */
export interface PdfOperators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

export interface PdfObjects {
  get(id: string, done: (found: unknown) => void): void;
}

/** Larger pictures in it are left out before they are unpacked. */
const MOST_PIXELS = 40_000_000;

/** Opens a PDF without running, fetching or showing anything of it. */
export async function openPdf(reading: Reading): Promise<PdfDocument> {
  const options = {
    data: new Uint8Array(reading.data),
    verbosity: 0,
    maxImageSize: MOST_PIXELS,
    disableFontFace: true,
    useSystemFonts: false,
    isEvalSupported: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  };
  return getDocument(options).promise.catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === "PasswordException")
      throw refusal(reading, "is locked with a password", {
        hint: "Ask for it without one.",
        cause,
      });
    throw damaged(reading, cause);
  });
}

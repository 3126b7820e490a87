import { decodeText } from "./decode-text.ts";
import { detectFormat } from "./detect-format.ts";
import { writeHtml } from "./formats/write-html.ts";
import { isMail, formatMail } from "./formats/read-mail.ts";
import { readPackage } from "./formats/read-package.ts";
import { readRtf } from "./formats/read-rtf.ts";
import { damaged, type Reading, refusal } from "./reading.ts";
import { createTextDraft } from "./text-draft.ts";
import type { DocumentFile, DocumentText } from "./types.ts";

export interface ReadRequest extends DocumentFile {
  readonly maxChars: number;
  readonly maxPages: number;
}

/** Reads a document where nothing limits its time and memory: see `createDocumentReader`. */
export async function readDocument(request: ReadRequest): Promise<DocumentText> {
  const { name, maxChars, maxPages } = request;
  const data = Buffer.from(request.data.buffer, request.data.byteOffset, request.data.length);
  const draft = createTextDraft(maxChars);
  const reading: Reading = { name, data, draft, maxPages };
  const format = detectFormat(data);
  if (typeof format === "object")
    throw refusal(reading, format.says, { why: format.why, hint: format.hint });
  if (format === "pdf") {
    // Half of what a thread loads, and most documents are none.
    const { readPdf } = await import("./pdf/read-pdf.ts");
    const found = await readPdf(reading);
    if (found) {
      const { pages, scans } = found;
      return { kind: "pdf", ...draft.result(), pages, ...(scans.length > 0 && { scans }) };
    }
    if (!isTextOnPdfs(data)) throw damaged(reading);
  }
  if (format === "pdf" || format === "text") {
    writeText(request, reading);
    return { kind: "text", ...draft.result() };
  }
  if (format === "zip") readPackage(reading);
  else readRtf(reading);
  return { kind: "office", ...draft.result() };
}

/**
 * Checks whether data is a text about PDFs. Data that starts with the PDF mark is a broken PDF; a text may
 * contain the mark at the start of a later line.
 */
function isTextOnPdfs(data: Buffer): boolean {
  return !data.subarray(0, 5).equals(PDF_MARK) && decodeText(data) !== undefined;
}

const PDF_MARK = Buffer.from("%PDF-");

function writeText({ name, mediaType }: DocumentFile, reading: Reading): void {
  const text = decodeText(reading.data);
  if (text === undefined)
    throw refusal(reading, `is not a supported type of file${describeClaimed(mediaType)}`, {
      hint: "PDF, office files, e-books and text files are supported.",
    });
  if (isMail({ name, mediaType, text })) return formatMail(reading);
  const isHtml = /\.x?html?$/i.test(name) || /^\s*<(?:!doctype html|html[\s>])/i.test(text);
  if (isHtml) writeHtml(text, reading.draft);
  else reading.draft.write(text);
}

function describeClaimed(mediaType: string | undefined): string {
  const isTelling = mediaType !== undefined && /^[\w.+-]+\/[\w.+-]{1,80}$/.test(mediaType);
  return isTelling && mediaType !== "application/octet-stream" ? ` (${mediaType})` : "";
}

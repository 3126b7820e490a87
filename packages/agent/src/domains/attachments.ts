import type { DocumentText, PageScan } from "@reeve/sdk";

/** Maximum length of a file name. */
const MAX_NAME = 200;

/**
 * Formats a document as a line of a message: `[PDF: name] Analysis:` or `[Document: name] Contents:`, then
 * its text, and a note about omitted text.
 */
export function describeDocument(name: string, document: DocumentText): string {
  const { kind, text, isCut, pages } = document;
  const head =
    kind === "pdf" ? `[PDF: ${nameIn(name)}] Analysis:` : `[Document: ${nameIn(name)}] Contents:`;
  const body =
    text === ""
      ? `(It contains no text${pages === undefined ? "" : ` on ${count(pages, "page")}`}.)`
      : text;
  const lines = [head, body];
  if (isCut) lines.push(`[Cut off after ${text.length.toLocaleString("en")} characters.]`);
  return lines.join("\n");
}

/** Formats an image as lines of a message, from its description. */
export function describePicture({
  question,
  analysis,
}: {
  /** Text that the sender wrote with the attachment; empty if there is none. */
  readonly question: string;
  readonly analysis: string;
}): string {
  const lines = ["[Image shared]"];
  if (question.trim() !== "") lines.push(`Question: ${question.trim()}`);
  return [...lines, `Analysis: ${analysis}`].join("\n");
}

/** Question sent with a page that is an image. */
export const SCAN_QUESTION =
  "This is a page of a document. Write down all text on it, in reading order and word for word; for charts and pictures add a sentence about what they show.";

/**
 * Returns the document with the words of those pages that are pictures, as `look` reads them one by one, in
 * their chat. A page that `look` knows nothing of keeps its mark. With them it has `maxChars` at most.
 */
export async function transcribeScans(
  document: DocumentText,
  {
    look,
    maxChars,
  }: {
    readonly look: (scan: PageScan) => Promise<string | undefined>;
    readonly maxChars: number;
  },
): Promise<DocumentText> {
  const { scans = [], ...others } = document;
  let { text } = document;
  for (const scan of scans) {
    if (!text.slice(0, maxChars).includes(scan.mark)) continue;
    const words = await look(scan);
    if (words !== undefined)
      text = text.replace(scan.mark, () => `[Page ${scan.page}, a picture]\n${words}`);
  }
  const isCut = document.isCut || text.length > maxChars;
  return { ...others, text: cutOff(text, maxChars), isCut };
}

/** Never through the middle of a character. */
function cutOff(text: string, maxChars: number): string {
  const kept = text.slice(0, maxChars);
  return kept.isWellFormed() ? kept : kept.slice(0, -1);
}

/** Returns a file name to put in brackets: it comes from the sender and must not end the line or the bracket. */
function nameIn(name: string): string {
  const line = name.replaceAll(/[\p{C}\s[\]]+/gu, " ").trim();
  return line === "" ? "file" : line.slice(0, MAX_NAME).toWellFormed();
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

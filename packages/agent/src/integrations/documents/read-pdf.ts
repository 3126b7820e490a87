import type { PageScan } from "@reeve/sdk";
import { findScan } from "./find-scan.ts";
import { openPdf, type PdfPage, type PdfWords } from "./open-pdf.ts";
import { type Reading, refusal } from "./reading.ts";

export interface PdfFindings {
  readonly pages: number;
  readonly scans: readonly PageScan[];
}

/** A page with fewer letters may be a picture with a number below it. */
const FEW_LETTERS = 24;
/** Each is looked at by a model. */
const MOST_SCANS = 8;

/** Writes the text of the pages, and takes out those that are pictures. */
export async function readPdf(reading: Reading): Promise<PdfFindings> {
  const { draft, maxPages } = reading;
  const document = await openPdf(reading);
  const pages = document.numPages;
  if (pages > maxPages)
    throw refusal(reading, `has ${pages} pages, and at most ${maxPages} are taken`, {
      hint: "Ask for the pages that matter, in a file of their own.",
    });
  const scans: PageScan[] = [];
  for (let number = 1; number <= pages && !draft.isFull; number += 1) {
    const page = await document.getPage(number).catch(() => undefined);
    draft.endLine();
    if (number > 1) draft.write("\n");
    const text = await page?.getTextContent().then(joinWords, () => undefined);
    if (page && text !== undefined) await readPage(page, { number, text, reading, scans });
    else draft.write(`[Page ${number} is damaged.]`);
  }
  return { pages, scans };
}

interface PageParts {
  readonly number: number;
  readonly text: string;
  readonly reading: Reading;
  readonly scans: PageScan[];
}

async function readPage(page: PdfPage, { number, text, reading, scans }: PageParts): Promise<void> {
  const { draft } = reading;
  draft.write(text);
  draft.endLine();
  if (text.replaceAll(/\s/g, "").length >= FEW_LETTERS || scans.length === MOST_SCANS) return;
  const found = await findScan(page).catch(() => "unreadable" as const);
  if (found === "none") return;
  if (found === "unreadable") {
    draft.write(`[Page ${number} is a picture of a kind that cannot be read here.]\n`);
    return;
  }
  const mark = `[Page ${number} is a picture.]`;
  draft.write(`${mark}\n`);
  scans.push({ page: number, mark, ...found });
}

function joinWords({ items }: PdfWords): string {
  return items.map(wordsOf).join("");
}

function wordsOf(item: object): string {
  if (!("str" in item) || typeof item.str !== "string") return "";
  return "hasEOL" in item && item.hasEOL === true ? `${item.str}\n` : item.str;
}

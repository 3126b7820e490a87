import type { PageScan } from "../types.ts";
import { openPdf, type PdfPage, type PdfWords } from "./open-pdf.ts";
import { createPictureSearch, type PictureSearch } from "./picture-search.ts";
import { type Reading, refusal } from "../reading.ts";

export interface PdfFindings {
  readonly pages: number;
  readonly scans: readonly PageScan[];
}

/** Writes the text of the pages, and takes out those that are pictures. Undefined for what is no PDF, or damaged. */
export async function readPdf(reading: Reading): Promise<PdfFindings | undefined> {
  const { draft, maxPages } = reading;
  const document = await openPdf(reading);
  if (!document) return undefined;
  const pages = document.numPages;
  if (pages > maxPages)
    throw refusal(reading, `has ${pages} pages; at most ${maxPages} can be read`, {
      why: "huge",
      hint: "Ask for the relevant pages as a separate file.",
    });
  const search = createPictureSearch(reading);
  const scans: PageScan[] = [];
  let unsearched: number[] = [];
  for (let number = 1; number <= pages && !draft.isFull; number += 1) {
    const page = await document.getPage(number).catch(() => undefined);
    const { text, found } = await readPage(page, { number, search });
    if (found === "unsearched") unsearched.push(number);
    else {
      draft.endLine();
      draft.write(describeUnsearched(unsearched));
      unsearched = [];
    }
    draft.endLine();
    if (number > 1) draft.write("\n");
    draft.write(text);
    draft.endLine();
    const mark = markOf(found, { number, text });
    draft.write(mark);
    if (typeof found === "object") scans.push({ page: number, mark: mark.trimEnd(), ...found });
  }
  draft.endLine();
  draft.write(describeUnsearched(unsearched));
  return { pages, scans };
}

type Found = Awaited<ReturnType<PictureSearch["find"]>> | "damaged";

async function readPage(
  page: PdfPage | undefined,
  { number, search }: { readonly number: number; readonly search: PictureSearch },
): Promise<{ readonly text: string; readonly found: Found }> {
  const text = await page?.getTextContent().then(joinWords, () => undefined);
  if (!page || text === undefined) return { text: "", found: "damaged" };
  const letters = text.replaceAll(/\s/g, "").length;
  return { text, found: await search.find(page, { number, letters }) };
}

function markOf(
  found: Found,
  { number, text }: { readonly number: number; readonly text: string },
): string {
  if (found === "none" || found === "unsearched") return "";
  if (found === "damaged") return `[Page ${number} is damaged.]\n`;
  if (found !== "unreadable") return `[Page ${number} is a picture.]\n`;
  const verb = text.trim() === "" ? "is" : "holds";
  return `[Page ${number} ${verb} an image in an unsupported format.]\n`;
}

/** Pages in a row. */
function describeUnsearched(pages: readonly number[]): string {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined) return "";
  if (first === last)
    return `[Page ${first} contains little text and was not examined; it may be an image.]\n`;
  return `[Pages ${first} to ${last} contain little text and were not examined; they may be images.]\n`;
}

function joinWords({ items }: PdfWords): string {
  return items.map(wordsOf).join("");
}

function wordsOf(item: object): string {
  if (!("str" in item) || typeof item.str !== "string") return "";
  return "hasEOL" in item && item.hasEOL === true ? `${item.str}\n` : item.str;
}

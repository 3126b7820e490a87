import type { Picture } from "../types.ts";
import { findScan } from "./find-scan.ts";
import { openStrictPdf, type PdfDocument, type PdfPage } from "./open-pdf.ts";
import type { Reading } from "../reading.ts";

/** A page with fewer letters may be a picture with a number below it; smaller pictures are ornaments. */
const BARE = { letters: 24, pixels: 40_000 };
/** A page with fewer may be a picture with a stamp on it; smaller pictures belong to the text. */
const SPARSE = { letters: 200, pixels: 500_000 };
/** Each is looked at by a model. */
const MAX_PICTURES = 8;
/** Maximum number of sparse pages without an image before the search stops, because it takes time. */
const MAX_MISSES = 16;
/** A page that paints more is a drawing. */
const MAX_OPERATIONS = 1_000;

/** Searches the pages of a document, one after the other, for those whose words are in a picture. */
export interface PictureSearch {
  /**
   * Finds the image that makes up a page with this many letters. `unreadable` if it cannot be shown,
   * `unsearched` if the document has reached its limit of images and the page looks like one.
   */
  find(
    page: PdfPage,
    facts: { readonly number: number; readonly letters: number },
  ): Promise<Picture | "none" | "unreadable" | "unsearched">;
}

/** Creates a search, starting at a document's first page. */
export function createPictureSearch(reading: Reading): PictureSearch {
  let pictures = 0;
  let misses = 0;
  let isStamped = false;
  let strict: Promise<PdfDocument> | undefined;

  /** A picture that is too large is left out without a word. */
  const leavesOut = async (page: PdfPage, number: number) => {
    const painted = await page.getOperatorList();
    if (painted.fnArray.length > MAX_OPERATIONS) return false;
    strict ??= openStrictPdf(reading);
    const strictPage = await (await strict).getPage(number);
    const kept = await strictPage.getOperatorList();
    return kept.fnArray.length < painted.fnArray.length;
  };

  return {
    async find(page, { number, letters }) {
      if (letters >= SPARSE.letters) return "none";
      const isBare = letters < BARE.letters;
      if (pictures === MAX_PICTURES) return isBare || isStamped ? "unsearched" : "none";
      if (!isBare && misses === MAX_MISSES) return "none";
      const { pixels } = isBare ? BARE : SPARSE;
      const found = await findScan(page, pixels).catch(() => "unreadable" as const);
      const isCut =
        isBare && found === "empty" && (await leavesOut(page, number).catch(() => true));
      page.cleanup();
      if (found === "unreadable" || isCut) return "unreadable";
      if (typeof found === "object") {
        pictures += 1;
        isStamped ||= !isBare;
        return found;
      }
      if (!isBare) misses += 1;
      return "none";
    },
  };
}

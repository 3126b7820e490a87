import type { Zip } from "./open-zip.ts";
import { damaged, type Reading } from "./reading.ts";
import { readXml } from "./read-xml.ts";

/** Parts with words, in the order in which they are told. */
const PARTS = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml", "word/comments.xml"];

/** Paragraphs and tables of a Word document, its notes and comments. */
export function readDocx(zip: Zip, reading: Reading): void {
  if (!zip.names.includes("word/document.xml")) throw damaged(reading);
  for (const part of PARTS) {
    const xml = zip.read(part);
    if (xml) readPart(xml, reading);
    reading.draft.endLine();
  }
}

function readPart(xml: Buffer, reading: Reading): void {
  const { draft } = reading;
  let isText = false;
  let cells = 0;
  /** What old programs are shown instead says the same again. */
  let fallbacks = 0;
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name === "Fallback") fallbacks += 1;
        if (fallbacks > 0) return;
        isText = name === "t";
        if (name === "tc") cells += 1;
        if (name === "tab") draft.write("\t");
        if (name === "br" || name === "cr") draft.write(cells > 0 ? " " : "\n");
        if (name === "pStyle") draft.write(headingMark(attribute("val")));
      },
      end(name) {
        if (name === "Fallback") fallbacks -= 1;
        if (fallbacks > 0) return;
        isText = false;
        if (name === "tc") {
          cells -= 1;
          draft.write(cells > 0 ? " " : "\t");
        }
        if (name === "tr" && cells === 0) draft.write("\n");
        if (name === "p") draft.write(cells > 0 ? " " : "\n");
      },
      text(text) {
        if (isText && fallbacks === 0) draft.write(text);
      },
    },
    reading,
  );
}

function headingMark(style: string | undefined): string {
  const level = /^heading([1-6])$/i.exec(style ?? "")?.[1];
  return level === undefined ? "" : `${"#".repeat(Number(level))} `;
}

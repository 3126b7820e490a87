import type { Zip } from "../xml/open-zip.ts";
import { findRelated, readRelations } from "./read-relations.ts";
import type { Reading } from "../reading.ts";
import { readXml } from "../xml/read-xml.ts";

/** Parts with text beside the main one, in output order. */
const NOTES = ["footnotes", "endnotes", "comments"];

/** Paragraphs and tables of a Word document, its notes and comments. `main` is the part with its body. */
export function readDocx(zip: Zip, main: string, reading: Reading): void {
  const relations = readRelations(zip, main, reading);
  const notes = NOTES.map((type) => findRelated(relations, type) ?? `word/${type}.xml`);
  for (const part of [main, ...notes]) {
    const xml = zip.read(part);
    if (xml) readPart(xml, reading);
    reading.draft.endLine();
  }
}

function readPart(xml: Buffer, reading: Reading): void {
  const { draft } = reading;
  let isText = false;
  let isTabStops = false;
  let cells = 0;
  let hidden = 0;
  readXml(
    xml,
    {
      start(name, attribute) {
        if (HIDDEN.has(name)) hidden += 1;
        if (hidden > 0) return;
        isText = name === "t";
        if (name === "tabs") isTabStops = true;
        if (name === "tc") cells += 1;
        if ((name === "tab" && !isTabStops) || name === "ptab") draft.write("\t");
        if (name === "noBreakHyphen") draft.write("-");
        if (name === "br" || name === "cr") draft.write(cells > 0 ? " " : "\n");
        if (name === "pStyle") draft.write(headingMark(attribute("val")));
      },
      end(name) {
        if (HIDDEN.has(name)) hidden -= 1;
        if (hidden > 0) return;
        isText = false;
        if (name === "tabs") isTabStops = false;
        if (name === "tc") {
          cells -= 1;
          draft.write(cells > 0 ? " " : "\t");
        }
        if (name === "tr" && cells === 0) draft.write("\n");
        if (name === "p") draft.write(cells > 0 ? " " : "\n");
      },
      text(text) {
        if (isText && hidden === 0) draft.write(text);
      },
    },
    reading,
  );
}

/**
 * Elements to skip: fallbacks for old programs and the source of a move repeat text, and deleted text is
 * gone.
 */
const HIDDEN: ReadonlySet<string> = new Set(["Fallback", "moveFrom", "del"]);

function headingMark(style: string | undefined): string {
  const level = /^heading([1-6])$/i.exec(style ?? "")?.[1];
  return level === undefined ? "" : `${"#".repeat(Number(level))} `;
}

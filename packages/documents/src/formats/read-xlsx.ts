import type { Zip } from "../xml/open-zip.ts";
import { damaged, type Reading } from "../reading.ts";
import { readDateStyles, type FormatNumber } from "./sheet-dates.ts";
import { findRelated, readRelations, type Relation } from "./read-relations.ts";
import { readXml } from "../xml/read-xml.ts";

/** Maximum number of empty columns kept before a cell, so that columns stay aligned. */
const MAX_GAP = 50;

interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Its days are counted from 1904, as a Mac once did. */
  readonly isFrom1904: boolean;
}

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/**
 * Writes the sheets of a workbook: a line for each row, tabs between cells, values as they were stored.
 * `main` is the part that lists the sheets.
 */
export function readXlsx(zip: Zip, main: string, reading: Reading): void {
  const { draft } = reading;
  const relations = readRelations(zip, main, reading);
  const { sheets, isFrom1904 } = readWorkbook(zip.read(main), relations, reading);
  const textsPart = findRelated(relations, "sharedStrings") ?? "xl/sharedStrings.xml";
  const texts = readSharedTexts(zip.read(textsPart), reading);
  const stylesPart = findRelated(relations, "styles") ?? "xl/styles.xml";
  const formatNumber = readDateStyles(zip.read(stylesPart), { isFrom1904, reading });
  for (const { name, part } of sheets) {
    if (draft.isFull) return;
    const xml = zip.read(part);
    if (!xml) continue;
    draft.endLine();
    draft.write(`\n## Sheet: ${name}\n`);
    readRows(xml, { texts, formatNumber, reading });
  }
}

function readWorkbook(
  xml: Buffer | undefined,
  relations: ReadonlyMap<string, Relation>,
  reading: Reading,
): Workbook {
  if (!xml) throw damaged(reading);
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name === "workbookPr") isFrom1904 = /^(?:1|true)$/.test(attribute("date1904") ?? "");
        if (name !== "sheet") return;
        const part = relations.get(attribute("relationships:id") ?? "")?.target;
        if (part !== undefined) sheets.push({ name: attribute("name") ?? "", part });
      },
    },
    reading,
  );
  return { sheets, isFrom1904 };
}

function readSharedTexts(xml: Buffer | undefined, reading: Reading): readonly string[] {
  const texts: string[] = [];
  if (!xml) return texts;
  let text = "";
  let isText = false;
  let isReadingAid = false;
  readXml(
    xml,
    {
      start(name) {
        if (name === "si") text = "";
        if (name === "rPh") isReadingAid = true;
        isText = name === "t" && !isReadingAid;
      },
      end(name) {
        isText = false;
        if (name === "rPh") isReadingAid = false;
        if (name === "si") texts.push(text);
      },
      text(part) {
        if (isText) text += part;
      },
    },
    reading,
  );
  return texts;
}

interface SheetOptions {
  readonly texts: readonly string[];
  readonly formatNumber: FormatNumber;
  readonly reading: Reading;
}

function readRows(xml: Buffer, { texts, formatNumber, reading }: SheetOptions): void {
  const { draft } = reading;
  let column = 0;
  let written = 0;
  let type = "";
  let style = 0;
  let value = "";
  let isValue = false;
  const formatValue = (stored: string) => {
    if (type === "s") return texts[Number(stored)] ?? "";
    if (type === "b") return stored === "1" ? "TRUE" : "FALSE";
    return type === "n" ? (formatNumber(Number(stored), style) ?? stored) : stored;
  };
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name === "row") {
          column = 0;
          written = 0;
        }
        if (name === "c") {
          column = columnOf(attribute("r")) ?? column + 1;
          type = attribute("t") ?? "n";
          style = Number(attribute("s") ?? 0);
          value = "";
        }
        isValue = name === "v" || name === "t";
      },
      end(name) {
        isValue = false;
        if (name === "row" && written > 0) draft.write("\n");
        if (name !== "c" || value === "") return;
        const gap = Math.min(MAX_GAP, column - Math.max(1, written));
        draft.write("\t".repeat(Math.max(0, gap)));
        draft.write(formatValue(value).replaceAll(/\s+/g, " "));
        written = column;
      },
      text(part) {
        if (isValue) value += part;
      },
    },
    reading,
  );
}

/** "C7" → 3 */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}

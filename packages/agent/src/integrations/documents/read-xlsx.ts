import type { Zip } from "./open-zip.ts";
import { damaged, type Reading } from "./reading.ts";
import { formatSerialDate, readDateStyles } from "./sheet-dates.ts";
import { readRelations } from "./read-relations.ts";
import { readXml } from "./read-xml.ts";

const WORKBOOK = "xl/workbook.xml";

/** Empty columns before a cell are kept, so that columns stay below each other; not more of them. */
const MOST_GAP = 50;

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/** The sheets of a workbook: a line for each row, tabs between cells, values as they were stored. */
export function readXlsx(zip: Zip, reading: Reading): void {
  const { draft } = reading;
  const sheets = listSheets(zip, reading);
  const texts = readSharedTexts(zip, reading);
  const isDate = readDateStyles(zip, reading);
  for (const { name, part } of sheets) {
    if (draft.isFull) return;
    const xml = zip.read(part);
    if (!xml) continue;
    draft.endLine();
    draft.write(`\n## Sheet: ${name}\n`);
    readRows(xml, { texts, isDate, reading });
  }
}

function listSheets(zip: Zip, reading: Reading): readonly Sheet[] {
  const xml = zip.read(WORKBOOK);
  if (!xml) throw damaged(reading);
  const relations = readRelations(zip, WORKBOOK, reading);
  const sheets: Sheet[] = [];
  readXml(
    xml,
    {
      start(name, attribute) {
        const part = name === "sheet" ? relations.get(attribute("r:id") ?? "")?.target : undefined;
        if (part !== undefined) sheets.push({ name: attribute("name") ?? "", part });
      },
    },
    reading,
  );
  return sheets;
}

function readSharedTexts(zip: Zip, reading: Reading): readonly string[] {
  const xml = zip.read("xl/sharedStrings.xml");
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

interface SheetParts {
  readonly texts: readonly string[];
  /** Whether numbers of a cell's style are dates. */
  readonly isDate: (style: number) => boolean;
  readonly reading: Reading;
}

function readRows(xml: Buffer, { texts, isDate, reading }: SheetParts): void {
  const { draft } = reading;
  let column = 0;
  let written = 0;
  let type = "";
  let style = 0;
  let value = "";
  let isValue = false;
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
        const gap = Math.min(MOST_GAP, column - Math.max(1, written));
        draft.write("\t".repeat(Math.max(0, gap)));
        draft.write(
          tellValue(value, { type, texts, isDate: isDate(style) }).replaceAll(/\s+/g, " "),
        );
        written = column;
      },
      text(part) {
        if (isValue) value += part;
      },
    },
    reading,
  );
}

function tellValue(
  value: string,
  {
    type,
    texts,
    isDate,
  }: { readonly type: string; readonly texts: readonly string[]; readonly isDate: boolean },
): string {
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "n" && isDate) return formatSerialDate(Number(value)) ?? value;
  return value;
}

/** "C7" → 3 */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}

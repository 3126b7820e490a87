import { openZip, type Zip } from "../xml/open-zip.ts";
import { readDocx } from "./read-docx.ts";
import { readEpub } from "./read-epub.ts";
import { readOdf } from "./read-odf.ts";
import { readPptx } from "./read-pptx.ts";
import { findRelated, readRelations } from "./read-relations.ts";
import { readXlsx } from "./read-xlsx.ts";
import { type Reading, refusal } from "../reading.ts";

type ReadZip = (zip: Zip, reading: Reading) => void;
type ReadOffice = (zip: Zip, main: string, reading: Reading) => void;

/** Readers by the folder of the main part, and the default name of that part. */
const BY_MAIN: readonly (readonly [RegExp, string, ReadOffice])[] = [
  [/^word\//, "word/document.xml", readDocx],
  [/^xl\//, "xl/workbook.xml", readXlsx],
  [/^ppt\//, "ppt/presentation.xml", readPptx],
];

const BY_TYPE: readonly (readonly [RegExp, ReadZip])[] = [
  [/^application\/epub\+zip/, readEpub],
  [/^application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)/, readOdf],
];

/** Writes the text of a document that is a ZIP inside; of any other ZIP, only reads what identifies it. */
export function readPackage(reading: Reading): void {
  const zip = openZip(reading);
  const main = findMain(zip, reading);
  const byMain = BY_MAIN.find(([folder]) => main !== undefined && folder.test(main));
  if (main !== undefined && byMain) return byMain[2](zip, main, reading);
  const type =
    zip.names.includes("META-INF/manifest.xml") || zip.names.includes("META-INF/container.xml")
      ? zip.read("mimetype")?.toString("latin1")
      : undefined;
  const byType = BY_TYPE.find(([pattern]) => type !== undefined && pattern.test(type));
  if (byType) return byType[1](zip, reading);
  throw refusal(reading, "is an archive, and archives are not supported", {
    why: "archive",
    hint: "Ask for the files inside it.",
  });
}

function findMain(zip: Zip, reading: Reading): string | undefined {
  const named = findRelated(readRelations(zip, "", reading), "officeDocument");
  if (named !== undefined && zip.names.includes(named)) return named;
  return BY_MAIN.find(([, usual]) => zip.names.includes(usual))?.[1];
}

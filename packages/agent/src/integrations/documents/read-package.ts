import { openZip, type Zip } from "./open-zip.ts";
import { readDocx } from "./read-docx.ts";
import { readEpub } from "./read-epub.ts";
import { readOdf } from "./read-odf.ts";
import { readPptx } from "./read-pptx.ts";
import { readXlsx } from "./read-xlsx.ts";
import { type Reading, refusal } from "./reading.ts";

type ReadZip = (zip: Zip, reading: Reading) => void;

/** By a part that only files of the format have. */
const BY_PART: readonly (readonly [string, ReadZip])[] = [
  ["word/document.xml", readDocx],
  ["xl/workbook.xml", readXlsx],
  ["ppt/presentation.xml", readPptx],
];

const BY_TYPE: readonly (readonly [RegExp, ReadZip])[] = [
  [/^application\/epub\+zip/, readEpub],
  [/^application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)/, readOdf],
];

/** Writes the text of a document that is a ZIP inside; of any other ZIP nothing is unpacked. */
export function readPackage(reading: Reading): void {
  const zip = openZip(reading);
  const byPart = BY_PART.find(([part]) => zip.names.includes(part));
  if (byPart) return byPart[1](zip, reading);
  const type =
    zip.names.includes("META-INF/manifest.xml") || zip.names.includes("META-INF/container.xml")
      ? zip.read("mimetype")?.toString("latin1")
      : undefined;
  const byType = BY_TYPE.find(([pattern]) => type !== undefined && pattern.test(type));
  if (byType) return byType[1](zip, reading);
  throw refusal(reading, "is an archive, and archives are not unpacked", {
    hint: "Ask for the files in it.",
  });
}

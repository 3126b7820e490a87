import { buildZip } from "./build-zip.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Builds a Word document with this body. */
export function buildDocx(body: string): Buffer {
  return buildZip([
    { name: "[Content_Types].xml", content: "<Types/>" },
    {
      name: "word/document.xml",
      content: `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    },
  ]);
}

/** Builds a Word document whose parts have unusual names. */
export function buildRenamedDocx({
  body,
  notes,
}: {
  readonly body: string;
  readonly notes: string;
}): Buffer {
  return buildZip([
    { name: "_rels/.rels", content: relations([["rId1", "officeDocument", "/word/main2.xml"]]) },
    {
      name: "word/_rels/main2.xml.rels",
      content: relations([["rId1", "footnotes", "footnotes2.xml"]]),
    },
    { name: "word/main2.xml", content: `<w:document ${W}>${body}</w:document>` },
    { name: "word/footnotes2.xml", content: `<w:footnotes ${W}>${notes}</w:footnotes>` },
  ]);
}

const idOf = (format: number | string, index: number) =>
  typeof format === "number" ? format : 170 + index;

/**
 * Builds a workbook with one sheet of these rows, whose cell styles are number formats: a code, or the
 * number of one.
 */
export function buildXlsx({
  rows,
  texts = "<sst/>",
  formats = [14, 'd"."m'],
  properties = "",
  prefix = "r",
}: {
  readonly rows: string;
  readonly texts?: string;
  readonly formats?: readonly (number | string)[];
  /** XML before the list of sheets. */
  readonly properties?: string;
  /** Namespace prefix of relations. */
  readonly prefix?: string;
}): Buffer {
  const codes = formats.map((code, index) =>
    typeof code === "number"
      ? ""
      : `<numFmt numFmtId="${idOf(code, index)}" formatCode="${code.replaceAll('"', "&quot;")}"/>`,
  );
  const styles = [0, ...formats].map(
    (format, index) => `<xf numFmtId="${idOf(format, index - 1)}"/>`,
  );
  return buildZip([
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns:${prefix}="${REL}">${properties}<sheets><sheet name="Budget" sheetId="1" ${prefix}:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations([["rId1", "worksheet", "worksheets/one.xml"]]),
    },
    { name: "xl/sharedStrings.xml", content: texts },
    {
      name: "xl/styles.xml",
      content: `<styleSheet><numFmts>${codes.join("")}</numFmts><cellXfs>${styles.join("")}</cellXfs></styleSheet>`,
    },
    {
      name: "xl/worksheets/one.xml",
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    },
  ]);
}

const slide = (text: string) =>
  `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;

/** Builds a presentation whose slide order differs from the order of names. `prefix` is that of relations. */
export function buildPptx({ prefix = "r" }: { readonly prefix?: string } = {}): Buffer {
  return buildZip([
    {
      name: "ppt/presentation.xml",
      content: `<p:presentation xmlns:p="p" xmlns:${prefix}="${REL}"><p:sldIdLst><p:sldId id="256" ${prefix}:id="rId2"/><p:sldId id="257" ${prefix}:id="rId1"/></p:sldIdLst></p:presentation>`,
    },
    {
      name: "ppt/_rels/presentation.xml.rels",
      content: relations([
        ["rId1", "slide", "slides/slide1.xml"],
        ["rId2", "slide", "slides/slide2.xml"],
      ]),
    },
    { name: "ppt/slides/slide1.xml", content: slide("The end") },
    { name: "ppt/slides/slide2.xml", content: slide("The beginning") },
    {
      name: "ppt/slides/_rels/slide2.xml.rels",
      content: relations([["rId1", "notesSlide", "../notesSlides/notes.xml"]]),
    },
    { name: "ppt/notesSlides/notes.xml", content: slide("Smile") },
  ]);
}

/** Builds an OpenDocument file of a kind (`text`, `spreadsheet`, `presentation`) with this body. */
export function buildOdf(kind: string, body: string): Buffer {
  return buildZip([
    { name: "mimetype", content: `application/vnd.oasis.opendocument.${kind}`, method: 0 },
    { name: "META-INF/manifest.xml", content: "<manifest/>" },
    {
      name: "content.xml",
      content: `<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d"><o:body>${body}</o:body></o:document-content>`,
    },
  ]);
}

/** Builds an e-book of these chapters, whose reading order is from last to first. */
export function buildEpub(chapters: readonly string[]): Buffer {
  const files = chapters.map((_, index) => `chapter ${index}.xhtml`);
  return buildZip([
    { name: "mimetype", content: "application/epub+zip", method: 0 },
    {
      name: "META-INF/container.xml",
      content:
        '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: "OEBPS/book.opf",
      content: `<package><manifest>${files
        .map((file, index) => `<item id="c${index}" href="${encodeURI(file)}"/>`)
        .join("")}</manifest><spine>${files
        .map((_, index) => `<itemref idref="c${index}"/>`)
        .toReversed()
        .join("")}</spine></package>`,
    },
    ...files.map((file, index) => ({
      name: `OEBPS/${file}`,
      content: `<html><body>${chapters[index]}</body></html>`,
    })),
  ]);
}

function relations(rows: readonly (readonly [string, string, string])[]): string {
  const all = rows.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${all.join("")}</Relationships>`;
}

import { once } from "node:events";
import { deflateRawSync, deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createDocumentReader } from "./document-reader.ts";
import { readDocument } from "./read-document.ts";
import { buildDocx, buildEpub, buildOdf, buildPptx, buildXlsx } from "./testing/build-office.ts";
import { buildPdf, grayPicture, joinObjects, stream } from "./testing/build-pdf.ts";
import { buildZip } from "./testing/build-zip.ts";

const MEGABYTE = 1024 * 1024;

const documents = createDocumentReader({ maxSeconds: 10 });
const { signal } = new AbortController();

/** Returns the error message for a person. */
async function refusalOf(name: string, content: string | Uint8Array): Promise<string> {
  const read = documents.read({ name, data: Buffer.from(content) }, { signal });
  return read.then(
    ({ text }) => `read: ${text.slice(0, 60)}`,
    (error: unknown) =>
      error instanceof Error && "code" in error
        ? `${String(error.code)}: ${error.message}`
        : "broke",
  );
}

const FAR_TOO_LARGE = "is not read: its unpacked content is far too large.";
const DAMAGED = "cannot be read: it is damaged or incomplete.";
const ARCHIVE = "is an archive, and archives are not supported.";

test("a document that unpacks to far more than it weighs is refused", async () => {
  const bomb = buildDocx(`<w:p><w:r><w:t>${" ".repeat(100 * MEGABYTE)}</w:t></w:r></w:p>`);
  expect(bomb.length).toBeLessThan(MEGABYTE);
  expect(await refusalOf("bomb.docx", bomb)).toBe(`invalid: "bomb.docx" ${FAR_TOO_LARGE}`);
  const tight = buildDocx(`<w:p>${"<w:r/>".repeat(2 * MEGABYTE)}</w:p>`);
  expect(await refusalOf("tight.docx", tight)).toBe(`invalid: "tight.docx" ${FAR_TOO_LARGE}`);
});

test("parts that are small one by one are limited together", async () => {
  const block = Buffer.from(Array.from({ length: 1024 }, (_, index) => (index * index) % 251));
  const packed = deflateRawSync(Buffer.alloc(45 * MEGABYTE, block));
  expect(packed.length).toBeGreaterThan((45 * MEGABYTE) / 250);
  const chapter = (name: string) => ({ name, content: "", packed });
  const epub = buildZip([
    { name: "mimetype", content: "application/epub+zip" },
    { name: "META-INF/container.xml", content: '<c><rootfile full-path="b.opf"/></c>' },
    {
      name: "b.opf",
      content: `<p>${[1, 2, 3].map((id) => `<item id="${id}" href="${id}"/><itemref idref="${id}"/>`).join("")}</p>`,
    },
    ...["1", "2", "3"].map(chapter),
  ]);
  expect(await refusalOf("parts.epub", epub)).toBe(`invalid: "parts.epub" ${FAR_TOO_LARGE}`);
});

test("archives are not unpacked, whatever is in them", async () => {
  const inner = buildZip([{ name: "a.txt", content: "a".repeat(10 * MEGABYTE) }]);
  const nested = buildZip([{ name: "b.zip", content: inner }]);
  expect(await refusalOf("nested.docx", nested)).toBe(`invalid: "nested.docx" ${ARCHIVE}`);
  const gzip = Buffer.from("1f8b0800000000000003", "hex");
  expect(await refusalOf("a.gz", gzip)).toBe(`invalid: "a.gz" ${ARCHIVE}`);
});

test("a ZIP that holds itself is an archive like any other", async () => {
  const quine = buildZip([{ name: "r/r.zip", content: buildZip([]) }]);
  expect(await refusalOf("quine.zip", quine)).toBe(`invalid: "quine.zip" ${ARCHIVE}`);
});

test("a ZIP whose directory lies is refused", async () => {
  const docx = buildDocx("<w:p/>");
  expect(await refusalOf("cut.docx", docx.subarray(0, docx.length / 2))).toBe(
    `invalid: "cut.docx" ${DAMAGED}`,
  );
  const far = Buffer.from(docx);
  far.writeUInt32LE(0xffffff, far.length - 6);
  expect(await refusalOf("far.docx", far)).toBe(`invalid: "far.docx" ${FAR_TOO_LARGE}`);
  const many = Buffer.from(docx);
  many.writeUInt16LE(0xffff, many.length - 12);
  expect(await refusalOf("many.docx", many)).toBe(`invalid: "many.docx" ${FAR_TOO_LARGE}`);
  const garbled = buildZip([
    { name: "word/document.xml", content: "", packed: Buffer.from("no deflate") },
  ]);
  expect(await refusalOf("garbled.docx", garbled)).toBe(`invalid: "garbled.docx" ${DAMAGED}`);
});

test("what is locked says so", async () => {
  const locked = buildZip([{ name: "word/document.xml", content: "x", flags: 1 }]);
  const says = "is locked with a password.";
  expect(await refusalOf("a.docx", locked)).toBe(`invalid: "a.docx" ${says}`);
  const encrypted = joinObjects(
    ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> /P -4 >> /ID [<41> <41>]`,
  );
  expect(await refusalOf("a.pdf", encrypted)).toBe(`invalid: "a.pdf" ${says}`);
});

test("a billion laughs are not laughed", async () => {
  const xml =
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><l><text:p>&b;</text:p></l>';
  const odt = buildZip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.text" },
    { name: "META-INF/manifest.xml", content: "<m/>" },
    { name: "content.xml", content: xml },
  ]);
  expect(await refusalOf("laughs.odt", odt)).toBe(
    'invalid: "laughs.odt" is not read: it defines its own entities, as malicious files do.',
  );
});

test("what is nested without end is refused", async () => {
  const deep = buildOdf("text", `${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`);
  expect(await refusalOf("deep.odt", deep)).toBe(`invalid: "deep.odt" ${FAR_TOO_LARGE}`);
  const rtf = `{\\rtf1 ${"{".repeat(1_000_000)}`;
  expect(await refusalOf("deep.rtf", rtf)).toBe(`invalid: "deep.rtf" ${FAR_TOO_LARGE}`);
});

const cell = (index: number) => `<c t="s"><v>${index % 3}</v></c>`;

const row = (number: number) =>
  `<row r="${number * 7919}">${Array.from({ length: 40 }, (_, index) => cell(index * number)).join("")}</row>`;

test("a sheet of a million cells is read as far as it is wanted", async () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => row(index)).join("");
  const texts = `<sst>${"<si><t>word</t></si>".repeat(3)}</sst>`;
  const read = await documents.read(
    { name: "a.xlsx", data: buildXlsx({ rows, texts }) },
    { signal },
  );
  expect({ length: read.text.length, isCut: read.isCut }).toEqual({ length: 50_000, isCut: true });
});

test("tags that never end cost no more than their length", async () => {
  for (const html of [
    "<a ".repeat(2_000_000),
    "<script>".repeat(700_000),
    "<!--".repeat(1_000_000),
  ])
    expect(await refusalOf("a.html", `<html>${html}`)).toMatch(/^read: /);
});

test("a PDF that is damaged or lost its end is refused", async () => {
  expect(await refusalOf("a.pdf", "%PDF-1.7\nnothing")).toBe(`invalid: "a.pdf" ${DAMAGED}`);
  const pdf = buildPdf([{ words: "These words stand before the cut." }]);
  const cut = pdf.subarray(0, pdf.indexOf("xref"));
  expect(await refusalOf("cut.pdf", cut)).toBe(`invalid: "cut.pdf" ${DAMAGED}`);
  const noise = Buffer.from(
    pdf.map((byte, index) => (index > 20 ? (byte * 31 + index) & 255 : byte)),
  );
  expect(await refusalOf("noise.pdf", noise)).toBe(`invalid: "noise.pdf" ${DAMAGED}`);
});

test("a PDF of too many pages is refused before any is read, and one that only says so is not", async () => {
  const few = createDocumentReader({ maxPages: 2 });
  const data = buildPdf([{ words: "one" }, { words: "two" }, { words: "three" }]);
  await expect(few.read({ name: "pages.pdf", data }, { signal })).rejects.toMatchObject({
    code: "invalid",
    message: '"pages.pdf" has 3 pages; at most 2 can be read.',
  });
  const boastful = buildPdf([{ words: "one" }], { count: 10_000_000 });
  expect(await refusalOf("boastful.pdf", boastful)).toBe("read: one");
});

test("a giant picture in a PDF is not unpacked", async () => {
  const giant = joinObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
    stream("", Buffer.from("q 9 0 0 9 0 0 cm /I Do Q")),
    grayPicture(50_000, 50_000, deflateSync(Buffer.alloc(MEGABYTE))),
  ]);
  const read = await documents.read({ name: "giant.pdf", data: giant }, { signal });
  expect(read).toEqual({
    kind: "pdf",
    text: "[Page 1 is an image in an unsupported format.]",
    isCut: false,
    pages: 1,
  });
});

test("a page that unpacks without end is ended by its memory", async () => {
  const inner = deflateSync(Buffer.alloc(1_200 * MEGABYTE, 32), { level: 9 });
  const bomb = joinObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
    stream("/Filter [/FlateDecode /FlateDecode]", deflateSync(inner, { level: 9 })),
  ]);
  expect(bomb.length).toBeLessThan(MEGABYTE);
  expect(await refusalOf("bomb.pdf", bomb)).toBe(`invalid: "bomb.pdf" ${FAR_TOO_LARGE}`);
});

test("a document that takes its time is ended, and the next one is read", async () => {
  let isOver = true;
  const hasty = createDocumentReader({
    maxSeconds: 1,
    timer: async (_ms, ended) => void (isOver || (await once(ended, "abort"))),
  });
  const operators = Buffer.from(`BT /F 1 Tf ${"(a) Tj ".repeat(3_000_000)} ET`);
  const slow = joinObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    stream("/Filter /FlateDecode", deflateSync(operators)),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
  await expect(hasty.read({ name: "slow.pdf", data: slow }, { signal })).rejects.toMatchObject({
    code: "invalid",
    message: '"slow.pdf" could not be read completely in 1 seconds.',
  });
  isOver = false;
  expect((await hasty.read({ name: "a.txt", data: Buffer.from("words") }, { signal })).text).toBe(
    "words",
  );
});

test("what is no document is refused by what it is", async () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const says = async (bytes: Buffer) => (await refusalOf("x", bytes)).slice('invalid: "x" '.length);
  expect(await says(png)).toBe("is an image, not a document.");
  expect(await says(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toBe(
    "is an office file in an old format, or is password-protected.",
  );
  expect(await says(Buffer.from("4f67675300020000", "hex"))).toBe(
    "is a recording, not a document.",
  );
  expect(await says(Buffer.from("000000206674797069736f6d", "hex"))).toBe(
    "is a video, not a document.",
  );
  expect(await says(Buffer.from("7f454c4602010100", "hex"))).toBe("is a program, not a document.");
  expect(await says(Buffer.from("0102030405060708", "hex"))).toBe(
    "is not a supported type of file.",
  );
  expect(await refusalOf("x", "")).toBe('invalid: "x" is empty.');
  expect(await refusalOf('a\n"b"', "")).toBe('invalid: "a b" is empty.');
});

test("a file that is larger than the owner allows is not even looked into", async () => {
  const small = createDocumentReader({ maxBytes: 2 * MEGABYTE });
  const data = Buffer.alloc(3 * MEGABYTE, "a");
  await expect(small.read({ name: "a.txt", data }, { signal })).rejects.toMatchObject({
    code: "invalid",
    message: '"a.txt" has 3.0 MB, and at most 2.0 MB are read.',
  });
});

const whole = [
  buildDocx("<w:p><w:r><w:t>one &amp; two</w:t></w:r></w:p>".repeat(9)),
  buildXlsx({ rows: '<row><c r="A1"><v>1</v></c></row>'.repeat(9) }),
  buildPptx(),
  buildOdf("text", "<text:p>one</text:p>".repeat(9)),
  buildEpub(["<p>one", "<b>two"]),
  Buffer.from(String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\'cf{\b bold}\u8364?\par}`),
  Buffer.from("<!doctype html><title>a</title><script>x</script><ul><li>b<!-- c --><td>d</td>"),
];

test("whatever bytes are wrong, a document is read or refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async (document, changes) => {
        const data = Buffer.from(document);
        for (const [at, byte] of changes) data[at % data.length] = byte;
        const request = { name: "a", data, maxChars: 1_000, maxPages: 1 };
        const end = await readDocument(request).then(
          () => "read",
          (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
        );
        expect(["read", "invalid"]).toContain(end);
      },
    ),
    { numRuns: 500 },
  );
});

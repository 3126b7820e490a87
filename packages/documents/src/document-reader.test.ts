import { expect, test } from "vitest";
import { createDocumentReader } from "./document-reader.ts";
import { buildDocx, buildEpub, buildOdf, buildPptx, buildXlsx } from "./testing/build-office.ts";
import { buildPdf } from "./testing/build-pdf.ts";
import { buildZip } from "./testing/build-zip.ts";

const documents = createDocumentReader();
const { signal } = new AbortController();

function read(name: string, content: string | Uint8Array, maxChars?: number) {
  return documents.read({ name, data: Buffer.from(content) }, { signal, maxChars });
}

const p = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

test("the text layer of a PDF is read page by page", async () => {
  const pdf = buildPdf([
    { words: "Notice period: three months.\nSigned (twice)." },
    { words: "The end of the contract is near." },
  ]);
  expect(await read("lease.pdf", pdf)).toEqual({
    kind: "pdf",
    text: "Notice period: three months.\nSigned (twice).\n\nThe end of the contract is near.",
    isCut: false,
    pages: 2,
  });
});

test("a page that is a picture is handed out as one, small enough for models", async () => {
  const gray = new Uint8Array(4200 * 3000).fill(200);
  const pdf = buildPdf([
    { words: "A page with words enough for one." },
    { width: 4200, height: 3000, gray },
  ]);
  const { scans = [], ...found } = await read("scan.pdf", pdf);
  expect(found).toEqual({
    kind: "pdf",
    text: "A page with words enough for one.\n\n[Page 2 is a picture.]",
    isCut: false,
    pages: 2,
  });
  const [scan = ""] = scans.map(({ data }) => data);
  expect(scans).toEqual([
    { page: 2, mark: "[Page 2 is a picture.]", mediaType: "image/png", data: scan },
  ]);
  const header = Buffer.from(scan, "base64");
  expect(header.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
  expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1400, 1000]);
});

test("pages that are large pictures need the memory of one", async () => {
  const page = { width: 4000, height: 5500, gray: new Uint8Array(4000 * 5500) };
  const pdf = buildPdf(Array.from({ length: 8 }, () => page));
  const { scans = [] } = await read("scan.pdf", pdf);
  expect(scans.map((scan) => scan.page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("Word documents keep headings, tables, tabs and line breaks, and say nothing twice", async () => {
  const docx = buildDocx(
    '<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Rent</w:t></w:r></w:p>' +
      "<w:p><w:r><w:t>Fish &amp; chips</w:t><w:tab/><w:t>5 €</w:t><w:br/><w:t>daily</w:t></w:r><w:r><w:delText>gone</w:delText></w:r></w:p>" +
      `<w:tbl><w:tr><w:tc>${p("a")}${p("b")}</w:tc><w:tc>${p("c")}</w:tc></w:tr></w:tbl>` +
      `<mc:AlternateContent><mc:Choice>${p("box")}</mc:Choice><mc:Fallback>${p("box")}</mc:Fallback></mc:AlternateContent>`,
  );
  expect(await read("contract.docx", docx)).toEqual({
    kind: "office",
    text: "## Rent\nFish & chips\t5 €\ndaily\na b \tc\nbox",
    isCut: false,
  });
});

test("sheets are lines of cells, with dates as dates and gaps where cells are empty", async () => {
  const xlsx = buildXlsx({
    texts:
      "<sst><si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r><rPh><t>x</t></rPh></si></sst>",
    rows:
      '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row/>' +
      '<row><c r="A3" t="inlineStr"><is><t>Tea</t></is></c><c r="B3"><v>2.5</v></c><c r="C3" s="1"><v>45000</v></c><c r="D3" s="2"><v>45000.75</v></c><c r="E3" t="b"><v>1</v></c></row>',
  });
  expect(await read("budget.xlsx", xlsx)).toEqual({
    kind: "office",
    text: "## Sheet: Budget\nItem\t\tPrice\nTea\t2.5\t2023-03-15\t2023-03-15 18:00\tTRUE",
    isCut: false,
  });
});

test("slides come in the order of the presentation, with their notes", async () => {
  expect(await read("pitch.pptx", buildPptx())).toEqual({
    kind: "office",
    text: "## Slide 1\nThe beginning\n\nNotes:\nSmile\n\n## Slide 2\nThe end",
    isCut: false,
  });
});

test("texts, sheets and slides of OpenDocument are read", async () => {
  const odt = buildOdf(
    "text",
    '<text:tracked-changes><text:p>old</text:p></text:tracked-changes><text:h text:outline-level="2">Rent</text:h><text:p>one<text:s text:c="2"/>two<text:line-break/>three</text:p><text:list><text:list-item><text:p>point</text:p></text:list-item></text:list>',
  );
  expect((await read("a.odt", odt)).text).toBe("## Rent\none  two\nthree\n- point");
  const ods = buildOdf(
    "spreadsheet",
    '<table:table table:name="Budget"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="2"><text:p>b</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>',
  );
  expect((await read("a.ods", ods)).text).toBe("## Budget\na\t\t\tb\tb");
  const odp = buildOdf(
    "presentation",
    "<draw:page><text:p>One</text:p></draw:page><draw:page><text:p>Two</text:p></draw:page>",
  );
  expect((await read("a.odp", odp)).text).toBe("## Slide 1\nOne\n\n## Slide 2\nTwo");
});

test("an e-book is read in the order of its spine", async () => {
  const epub = buildEpub(["<p>Last</p>", "<h1>First</h1><p>words&nbsp;&auml;</p>"]);
  expect(await read("a.epub", epub)).toEqual({
    kind: "office",
    text: "# First\nwords ä\n\nLast",
    isCut: false,
  });
});

test("RTF is read in its own encoding, without fonts and pictures", async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\*\generator x;}\f0 \'cf\'f0\'e8\'e2\'e5\'f2\par{\b bold}\tab\u8364?\~\{x\}{\pict 00ff}\par}`;
  expect((await read("a.rtf", rtf)).text).toBe("Привет\nbold\t€ {x}");
});

test("a page of HTML is its text", async () => {
  const html =
    "<!doctype html><title>Shop</title><script>let a = '<p>no</p>';</script><h2>Tea &lt;3</h2><ul><li>green<li>black</ul>1 < 2<table><tr><td>a</td><td>b</td></tr></table>";
  expect((await read("a.html", html)).text).toBe("Shop\n## Tea <3\n- green\n- black\n1 < 2\na\tb");
});

test("a mail is its sender, its words, and the names of what is attached", async () => {
  const mail = [
    "Received: from x",
    "From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>",
    "Subject: =?utf-8?B?R3LDvMOf?= =?utf-8?B?ZQ==?=",
    "Content-Type: multipart/mixed;",
    '\tboundary="outer"',
    "",
    "--outer",
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    "--inner",
    "Content-Type: text/html",
    "",
    "<p>not this</p>",
    "--inner",
    "Content-Type: text/plain; charset=iso-8859-1",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Sch=F6ne Gr=FC=",
    "=DFe",
    "--inner--",
    "--outer",
    'Content-Type: application/pdf; name="lease.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    "JVBERi0=",
    "--outer",
    "Content-Type: message/rfc822",
    "",
    "Subject: Re",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("früher").toString("base64"),
    "--outer--",
  ].join("\r\n");
  expect((await read("a.eml", mail)).text).toBe(
    "From: Jörg <joerg@example.org>\nSubject: Grüße\n\nSchöne Grüße\n[Attached: lease.pdf, application/pdf]\nSubject: Re\n\nfrüher",
  );
});

test("text is read in whatever encoding it was written", async () => {
  const words = "Ärger über Öl, naïve café";
  expect((await read("a.txt", words)).text).toBe(words);
  expect((await read("a.txt", `\ufeff${words}`)).text).toBe(words);
  expect((await read("a.txt", Buffer.from(`\ufeff${words}`, "utf16le"))).text).toBe(words);
  expect((await read("a.txt", Buffer.from(words, "utf16le"))).text).toBe(words);
  expect((await read("a.txt", Buffer.from(words, "utf16le").swap16())).text).toBe(words);
  expect((await read("a.txt", Buffer.from(words, "latin1"))).text).toBe(words);
  const cutOff = Buffer.from(words).subarray(0, -1);
  expect((await read("a.txt", cutOff)).text).toBe("Ärger über Öl, naïve caf\ufffd");
  const cyrillic = Buffer.from("cff0e8e2e5f22c20ece8f021", "hex");
  expect((await read("a.txt", cyrillic)).text).toBe("Привет, мир!");
});

test("what a file holds counts more than what it is called", async () => {
  const pdf = buildPdf([{ words: "I am a PDF, whatever they call me." }]);
  expect((await read("invoice.docx", pdf)).kind).toBe("pdf");
  expect((await read("photo.jpg", "just words")).text).toBe("just words");
});

test("more than is asked for is cut, never within a character", async () => {
  expect(await read("a.txt", "0123456789", 4)).toEqual({ kind: "text", text: "0123", isCut: true });
  expect(await read("a.txt", "01😀23", 3)).toEqual({ kind: "text", text: "01", isCut: true });
  expect(await read("a.txt", "0123", 4)).toEqual({ kind: "text", text: "0123", isCut: false });
  const whole = await read("log.txt", "a line of words\n".repeat(10_000));
  expect({ length: whole.text.length, isCut: whole.isCut }).toEqual({
    length: 50_000,
    isCut: true,
  });
});

test.each([
  ["an archive", "Rar!\u001a\u0007\u0001\0", "archive"],
  ["an empty file", "", "empty"],
  ["a broken PDF", "%PDF-1.7\nnothing", "damaged"],
  ["a recording", "ID3\u0003\0", "foreign"],
  ["a locked file", buildZip([{ name: "word/document.xml", content: "x", flags: 1 }]), "locked"],
  [
    "a file that unpacks to far more",
    buildZip([{ name: "word/document.xml", content: " ".repeat(8_000_000) }]),
    "huge",
  ],
] as const)("why %s is not read is known outside of its thread", async (_what, content, why) => {
  await expect(read("a.bin", content)).rejects.toMatchObject({ reason: why });
});

test("a reader that nobody waits for any more is ended", async () => {
  const controller = new AbortController();
  const reading = documents.read(
    { name: "a.txt", data: Buffer.from("words") },
    { signal: controller.signal },
  );
  controller.abort();
  await expect(reading).rejects.toMatchObject({ code: "aborted" });
});

import { expect, test } from "vitest";
import { buildPptx } from "./testing/build-office.ts";
import { buildPdf } from "./testing/build-pdf.ts";
import { readWords } from "./testing/read-words.ts";

test("a text that speaks of PDFs is a text", async () => {
  for (const text of [
    'def is_pdf(data):\n    return data.startswith(b"%PDF-")',
    "# Notes\nA PDF begins with `%PDF-1.7`.",
    "# Notes\n%PDF-1.7 is how a PDF begins.",
    "Am Anfang steht «%PDF-1.7».",
  ])
    expect(await readWords("notes.md", text)).toBe(text);
});

test("a text that shows what stands in a PDF is a text", async () => {
  const source = buildPdf([{ words: "Notice period: three months." }])
    .toString("latin1")
    .replace("%PDF-1.7\n", "It begins with `%PDF-1.7`, and goes on:\n")
    .replaceAll(" \n", "\n");
  expect(await readWords("notes.md", source)).toBe(source);
});

test("a PDF may have something else before it", async () => {
  const pdf = buildPdf([{ words: "Notice period: three months." }]);
  for (const before of ["", "\ufeff", "  ", "HTTP/1.1 200 OK\r\n\r\n", "\0".repeat(128)])
    expect(await readWords("a.pdf", Buffer.concat([Buffer.from(before), pdf]))).toBe(
      "Notice period: three months.",
    );
});

test("what has the mark of a PDF and is neither one nor a text is damaged", async () => {
  const broken = Buffer.from("\0\0\0\0%PDF-1.7\nnothing", "latin1");
  await expect(readWords("a.pdf", broken)).rejects.toMatchObject({
    message: '"a.pdf" cannot be read: it is damaged or incomplete.',
  });
});

test("a presentation may call the namespace of relations what it likes", async () => {
  expect(await readWords("a.pptx", buildPptx({ prefix: "ns1" }))).toBe(
    "## Slide 1\nThe beginning\n\nNotes:\nSmile\n\n## Slide 2\nThe end",
  );
});

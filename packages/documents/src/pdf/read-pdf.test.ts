import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import {
  type BuiltPage,
  buildPdf,
  grayPicture,
  joinObjects,
  stream,
} from "../testing/build-pdf.ts";

/** Returns the text, and which pages are handed out as pictures. */
async function read(pages: readonly BuiltPage[] | Buffer) {
  const data = Buffer.isBuffer(pages) ? pages : buildPdf(pages);
  const { text, scans = [] } = await readDocument({
    name: "a.pdf",
    data,
    maxChars: 50_000,
    maxPages: 100,
  });
  return { text, scans: scans.map(({ page, mark }) => ({ page, mark })) };
}

function picture(width: number, height: number, stamp?: string): BuiltPage {
  return { width, height, gray: new Uint8Array(width * height).fill(200), ...(stamp && { stamp }) };
}

const STAMP = "Signed by Olga, envelope 8A3F2C11-04B7-4E55-9E0A-77D1C2B3A4F5";
const TEXT = Array.from({ length: 6 }, () => "A line of a page that is full of words.").join("\n");

const markOf = (page: number) => ({ page, mark: `[Page ${page} is a picture.]` });
const marks = (count: number) => Array.from({ length: count }, (_, index) => markOf(index + 1));
const linesOf = (count: number) =>
  marks(count)
    .map(({ mark }) => mark)
    .join("\n\n");

test("pages beyond those that are looked at are told by their numbers", async () => {
  const scan = picture(300, 400);
  const scans = Array.from({ length: 8 }, () => scan);
  const few = { words: STAMP };
  expect(await read([...scans, scan, { words: "10" }, scan, { words: TEXT }, few, scan])).toEqual({
    text:
      `${linesOf(8)}\n\n10\n\n[Pages 9 to 11 contain little text and were not examined; they may be images.]\n\n` +
      `${TEXT}\n\n${STAMP}\n\n[Page 14 contains little text and was not examined; it may be an image.]`,
    scans: marks(8),
  });
});

test("a scan with a stamp is a picture, and keeps the words of its stamp", async () => {
  const scan = picture(1_000, 1_400, STAMP);
  expect(await read([{ words: TEXT }, scan])).toEqual({
    text: `${TEXT}\n\n${STAMP}\n[Page 2 is a picture.]`,
    scans: [markOf(2)],
  });
  const stamped = marks(8).map(({ mark }) => `${STAMP}\n${mark}\n\n`);
  expect(await read(Array.from({ length: 9 }, () => scan))).toEqual({
    text: `${stamped.join("")}${STAMP}\n[Page 9 contains little text and was not examined; it may be an image.]`,
    scans: marks(8),
  });
});

test("a small picture on a page with a few words is none that the page consists of", async () => {
  const page = picture(600, 700, STAMP);
  expect(await read([page])).toEqual({ text: STAMP, scans: [] });
});

test("pages of few words are no longer searched where many of them were no pictures", async () => {
  const slides = Array.from({ length: 16 }, () => ({ words: STAMP }));
  const scan = picture(1_000, 1_400, STAMP);
  const last = await read([...slides.slice(1), scan]);
  expect(last.scans).toEqual([markOf(16)]);
  expect((await read([...slides, scan])).scans).toEqual([]);
});

const pageOf = (contents: number, more = "") =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 1191] /Contents ${contents} 0 R ${more} >>`;

/** Builds a page with an image of 70 million pixels and lines, and one with neither. */
function buildLarge(lines: number): Buffer {
  return joinObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>",
    pageOf(4, "/Resources << /XObject << /I 5 0 R >> >>"),
    stream("", Buffer.from(`q 842 0 0 1191 0 0 cm /I Do Q ${"0 0 m 9 9 l S ".repeat(lines)}`)),
    grayPicture(7_016, 9_921, deflateSync(Buffer.alloc(1_000))),
    pageOf(7),
    stream("", Buffer.from("q 842 0 0 1191 0 0 cm Q")),
  ]);
}

test("a picture that is too large to be unpacked is told, and an empty page is not", async () => {
  expect(await read(buildLarge(0))).toEqual({
    text: "[Page 1 is an image in an unsupported format.]",
    scans: [],
  });
});

test("a drawing is not painted a second time to see whether it lacks a picture", async () => {
  expect(await read(buildLarge(3_000))).toEqual({ text: "", scans: [] });
});

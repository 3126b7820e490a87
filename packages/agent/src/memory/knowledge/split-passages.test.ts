import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_PIECE_CHARS, PIECE_CHARS, splitPassages } from "./split-passages.ts";

function textsOf(text: string): readonly string[] {
  return splitPassages(text, "markdown").map((piece) => piece.text);
}

function sentences(count: number): string {
  return Array.from({ length: count }, (_, n) => `This is sentence ${n} of the text.`).join(" ");
}

function itemOf(n: number): string {
  return `- item ${n} ${"x".repeat(90)}\n  - nested ${n}\n\n  more of ${n}\n`;
}

test("begins a piece with each heading, and says under which headings it stands", () => {
  const text =
    "# Trip\n\nTo Porto.\n\n## Hotel\n\nBooked.\n\n### Room\n\n12\n\n## Train\n\nNone.\n";
  expect(splitPassages(text, "markdown")).toEqual([
    { headings: [], section: "Trip", text: "# Trip\n\nTo Porto.\n\n", learned: undefined },
    { headings: ["Trip"], section: "Hotel", text: "## Hotel\n\nBooked.\n\n", learned: undefined },
    {
      headings: ["Trip", "Hotel"],
      section: "Room",
      text: "### Room\n\n12\n\n",
      learned: undefined,
    },
    { headings: ["Trip"], section: "Train", text: "## Train\n\nNone.\n", learned: undefined },
  ]);
});

test("keeps headings without text with what follows", () => {
  expect(textsOf("# Memory\n\n## Tea\n\n- Green.\n")).toEqual(["# Memory\n\n## Tea\n\n- Green.\n"]);
});

test("says the headings again for the rest of a long section", () => {
  const pieces = splitPassages(`# A\n\n## B\n\n${sentences(60)}\n`, "markdown");
  expect(pieces.map(({ headings }) => headings)).toEqual([[], ["A", "B"], ["A", "B"], ["A", "B"]]);
});

test("never cuts code that is short enough, and longer code only between lines", () => {
  const short = `\`\`\`ts\n${"let a = 1;\n\n".repeat(60)}\`\`\`\n`;
  expect(textsOf(`${sentences(10)}\n\n${short}\nEnd.\n`)).toContainEqual(
    expect.stringContaining(short),
  );
  const lines = Array.from({ length: 100 }, (_, n) => `const number${n} = ${n}; // a line\n`);
  const long = textsOf(`\`\`\`\n# no heading\n${lines.join("")}\`\`\`\n`);
  expect(long.length).toBeGreaterThan(2);
  expect(long.every((text) => text.endsWith("\n"))).toBe(true);
});

test("cuts a list between its items, with what is nested in them", () => {
  const pieces = textsOf(Array.from({ length: 12 }, (_, n) => itemOf(n)).join(""));
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece).toMatch(/^- item (\d+) [^]* more of \d+\n$/);
});

test("cuts a table between its rows", () => {
  const rows = Array.from({ length: 60 }, (_, n) => `| row ${n} | ${"y".repeat(30)} |\n`);
  const pieces = textsOf(`| a | b |\n| - | - |\n${rows.join("")}`);
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece).toMatch(/^\|[^]*\|\n$/);
});

test("cuts a long paragraph after sentences", () => {
  for (const piece of textsOf(sentences(120))) expect(piece).toMatch(/^This [^]*text\. ?$/);
});

test("keeps entries of the agent apart from the owner's text, each with who stands behind it", () => {
  const text =
    "## Notes\n\nMine.\n\n- Learned. <!-- id:5d7963c4f471e142 -->\n- Told. <!-- id:5d7963c4f471e143 by:member -->\n- Mine too.\n";
  expect(splitPassages(text, "markdown").map((piece) => [piece.learned, piece.text])).toEqual([
    [undefined, "## Notes\n\nMine.\n\n"],
    ["owner", "- Learned. <!-- id:5d7963c4f471e142 -->\n"],
    ["member", "- Told. <!-- id:5d7963c4f471e143 by:member -->\n"],
    [undefined, "- Mine too.\n"],
  ]);
});

test("finds no headings in plain text", () => {
  const text = "# a comment\nx = 1\n\n# another\ny = 2\n";
  expect(splitPassages(text, "plain")).toEqual([
    { headings: [], section: undefined, text, learned: undefined },
  ]);
});

test("has no pieces of nothing", () => {
  expect(splitPassages("", "markdown")).toEqual([]);
});

const line = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom("", "# A", "## B", "###### C", "```", "~~~", "- item", "  - nested", "1. one"),
  fc.constantFrom("| a | b |", "\r", "    code", "- e <!-- id:5d7963c4f471e142 -->"),
  fc.string({ minLength: 900, maxLength: 2500 }),
);
const documents = fc.array(line, { maxLength: 40 }).map((lines) => lines.join("\n"));

test("loses nothing, keeps the order and the limits, whatever the text", () => {
  fc.assert(
    fc.property(documents, fc.constantFrom("markdown", "plain"), (text, format) => {
      const pieces = splitPassages(text, format).map((piece) => piece.text);
      expect(pieces.join("")).toBe(text);
      expect(pieces.filter((piece) => piece === "")).toEqual([]);
      expect(pieces.filter((piece) => piece.length > MAX_PIECE_CHARS)).toEqual([]);
      expect(pieces.filter((piece) => !piece.isWellFormed())).toEqual(
        text.isWellFormed() ? [] : expect.anything(),
      );
    }),
  );
});

test("makes pieces of about the length meant where the text allows it", () => {
  const pieces = textsOf(Array.from({ length: 200 }, (_, n) => `Line ${n} of many.\n\n`).join(""));
  const mean = pieces.reduce((sum, piece) => sum + piece.length, 0) / pieces.length;
  expect(mean).toBeGreaterThan(PIECE_CHARS * 0.8);
  expect(mean).toBeLessThanOrEqual(PIECE_CHARS);
});

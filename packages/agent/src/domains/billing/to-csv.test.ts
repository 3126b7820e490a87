import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "./to-csv.ts";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-2+3", "'-2+3"],
  ["-2.5", "-2.5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1", "'  =1"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["＝1", "'＝1"],
])("the cell %j is written as %j", (text, written) => {
  expect(toCsv([[text, "end"]])).toBe(`${written},end\r\n`);
});

/** Parses CSV by RFC 4180, character by character. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ",") {
      row.push(cell);
      cell = "";
    } else if (letter === "\r" && text[at + 1] === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
      at += 1;
    } else cell += letter;
  }
  return rows;
}

test("whatever stands in cells is read back, and none of them is a formula", () => {
  const letter = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    ",",
    '"',
    "\r",
    "\n",
    "\t",
    " ",
    "'",
    "a",
    "1",
    ".",
  );
  const cell = fc.oneof(fc.string({ unit: letter }), fc.string());
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      (rows) => {
        const read = readCsv(toCsv(rows));
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        for (const [y, row] of rows.entries())
          for (const [x, text] of row.entries()) {
            const back = read[y]?.[x] ?? "";
            expect([text, `'${text}`]).toContain(back);
            if (/^\s*[=+@-]/.test(back)) expect(back).toMatch(/^-?\d+(\.\d+)?$/);
          }
      },
    ),
  );
});
